# Glossar: wie in client.ftl.  Was das Terminal zu den Sätzen des Clients dazusagt.

## The table at the terminal.

