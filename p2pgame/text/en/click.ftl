# What the library of the command line says.  English is word for word its own: by these words
# the sentence of another language is found.

click-usage = Usage:
click-options = Options
click-arguments = Positional arguments
click-commands = Commands
click-deprecated = deprecated
click-default = default: { $default }
click-dynamic = (dynamic)
click-variable = env var: { $var }
click-required = required
click-help = Show this message and exit.
click-version = Show the version and exit.
click-try = Try '{ $command } { $option }' for help.
click-error = Error: { $message }
click-aborted = Aborted!
click-invalid = Invalid value: { $message }
click-invalid-for = Invalid value for { $param_hint }: { $message }
click-missing-command = Missing command.
click-missing-argument = Missing argument
click-missing-option = Missing option
click-missing-parameter = Missing parameter
click-missing-parameter-name = Missing parameter: { $param_name }
click-missing-other = Missing { $param_type }
click-choices =
    Choose from:
    { $choices }
click-no-option = No such option { $name }.
click-no-option-before = No such option: { $name }
click-no-command = No such command { $name }.
click-did-you-mean = { $count ->
    [one] Did you mean { $possibility }?
   *[other] (Did you mean one of: { $possibilities }?)
}
click-extra = { $count ->
    [one] Got unexpected extra argument ({ $args })
   *[other] Got unexpected extra arguments ({ $args })
}
click-takes-values = { $count ->
    [one] Takes { $nargs } values but 1 was given.
   *[other] Takes { $nargs } values but { $len } were given.
}
click-no-value = Option { $name } does not take a value.
click-requires = { $count ->
    [one] Option { $name } requires an argument.
   *[other] Option { $name } requires { $nargs } arguments.
}
click-argument-takes = Argument { $name } takes { $nargs } values.
click-not-one-of = { $count ->
    [one] { $value } is not { $choice }.
   *[other] { $value } is not one of { $choices }.
}
click-not-in-range = { $value } is not in the range { $range }.
click-not-a = { $value } is not a valid { $number_type }.
click-no-boolean = { $value } is not a valid boolean. Recognized values: { $states }
click-no-file = Could not open file { $filename }: { $message }
click-unknown-error = unknown error
click-is-file = { $name } { $filename } is a file.
click-is-directory = { $name } { $filename } is a directory.
click-not-readable = { $name } { $filename } is not readable.
click-not-writable = { $name } { $filename } is not writable.
click-not-executable = { $name } { $filename } is not executable.
click-not-there = { $name } { $filename } does not exist.
click-repeat = Repeat for confirmation
click-not-equal = Error: The two entered values do not match.
click-invalid-input = Error: invalid input
