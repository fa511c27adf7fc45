"""What was tried with real programs and files no exhibit: a section of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

#: What was tried, what was found, and where a test or a command shows it.
Row: TypeAlias = tuple[str, str, str]

ABOUT = """\
## Tried with programs

Attacks that leave no file, made by real programs on one machine. *Stood*: nothing was
harmed when it was first tried. *Mended*: something was, and the test failed before.
"""
_LISTENERS = "tests/attacks/test_attack_listeners.py"
_PROGRAMS = "`make attacks ATTACKS=programs`"
_PLANTED = "tests/relay/test_planted.py"
_STRANGERS = "`make attacks ATTACKS=strangers`"
_HUB = "tests/web/test_hub_security.py"
_UCI = "tests/client/programs/test_uci.py"
_STORIES = "tests/client/transcripts/test_many_stories.py"
_EXEC = "tests/client/programs/test_foreign.py"

TRIED: Mapping[str, Sequence[Row]] = {
    "Strangers at the four listeners (a player's, a relay's, the page's, that for"
    " programs)": (
        (
            "a compressed frame of 194 kB, before any token",
            "mended: it took 276 MB, and twenty of them 1.7 GB. No listener takes"
            " compression or HTTP/2 now, and each stays below 100 MiB",
            f"`{_LISTENERS}::test_no_listener_takes_compression`, {_STRANGERS}",
        ),
        (
            "256 and more silent connections",
            "mended: they shut the page for a minute. The oldest that has asked nothing"
            " makes room",
            f"`{_LISTENERS}::test_a_silent_crowd_keeps_nobody_out_who_is_let_in`",
        ),
        (
            "nine ways to ask without a secret",
            "mended: the answers of a hub told whether name, page, path or secret was"
            " wrong. There is one answer now",
            f"`{_LISTENERS}::test_a_stranger_hears_one_answer_whatever_it_asks`",
        ),
        (
            "sixteen that begin with HTTP/2, as fast as they can",
            "mended: one in twenty of those who may come was thrown out, because"
            " refused connections kept their places until they had ended",
            f"`{_LISTENERS}::"
            "test_whoever_was_refused_takes_no_place_while_its_connection_ends`",
        ),
        (
            "endless heads and bodies, frames before the handshake, a byte now and"
            " then, requests without a pause",
            "stood: beside sixteen other programs on two cores a player's listener took"
            " 79 MiB at most, and who may come waited for 0.99 s at most (0.09 s in"
            " quiet); a relay 84 MiB and 0.35 s (0.02 s)",
            _STRANGERS,
        ),
        (
            "the same at the page: silent connections, a byte now and then, half"
            " requests, requests without a pause, endless heads and bodies",
            "mended: a refused connection kept all that it had sent for up to a"
            " minute, 1 GB in eight seconds. The page and `serve` take 101 MiB at most"
            " now, and a player's own program waits for 0.3 s at most. It waited two"
            " seconds under 300 silent ones, for whom the system's queue was too short,"
            " and for four under 32 that come and hang up at once, each of which was"
            " served",
            "`tests/attacks/test_attack_listeners.py::"
            "test_nothing_is_kept_of_a_connection_that_has_ended`,"
            " `::test_a_crowd_that_comes_at_once_finds_room_in_the_queue`,"
            " `::test_a_stranger_that_hung_up_in_the_queue_is_not_served`, "
            + _STRANGERS,
        ),
    ),
    "Another user of the machine": (
        (
            "a connection to a hub, with a stolen cookie, too",
            "mended: it was served with the cookie, and took strangers' places without."
            " On Linux the kernel says whose it is, and it ends at once",
            "`tests/web/test_owners.py::test_another_user_of_the_machine_gets_no_connection`",
        ),
        (
            "reading keys, logs, the file that opens the page, a process's environment",
            "stood: all are their owner's alone",
            f"`{_HUB}::test_another_user_of_this_machine_reads_and_gets_nothing`",
        ),
        (
            "a player's folder (`P2PGAME_HOME`) of another user, or in which others can"
            " write",
            "mended: the program kept its key and seats there, where another user could"
            " put others. It says whose the folder is, or what to take from others, and"
            " does not start",
            "`tests/cli/test_home_of_another.py::test_a_folder_of_another_user_is_not_used`,"
            " `tests/cli/test_home_of_another.py::"
            "test_a_folder_in_which_others_write_is_not_used`",
        ),
        (
            "a token of `p2pgame serve` in a file that others can read",
            "mended: whoever had read it came in. It opens nothing now, and `serve`"
            " says so and does not start",
            "`tests/web/test_serve.py::test_a_token_that_others_can_read_opens_nothing`",
        ),
        (
            "files and links where a relay's store is about to be, in a folder in which"
            " others write",
            "mended: the store went into a file of the other user's, and a link had the"
            " relay write over what it led to. It says whose the file is, and does not"
            " start",
            f"`{_PLANTED}::"
            "test_a_file_that_another_user_has_put_there_is_not_written_to`",
        ),
        (
            "opening, changing, removing and planting files of a relay and of two"
            " players who play, with mask 000; reading and ending their processes",
            "stood: none of 104 tries did anything",
            _PROGRAMS,
        ),
        (
            "the port for a relay's operator",
            "stood: it tells counts, of nobody",
            "`tests/relay/test_port.py::test_pages_are_answered_and_nothing_else`",
        ),
        (
            "junk of each type in every key of a relay's Redis, while two play by it",
            "stood: the game goes on, and the relay too",
            f"{_PROGRAMS}, `tests/relay/test_redis.py::"
            "test_a_relay_outlives_junk_in_a_key_of_all_topics`",
        ),
    ),
    "Programs at a seat (`exec:`, `uci:`) that are wrong or hostile": (
        (
            "`uci:yes`, an engine that writes without end",
            "mended: gigabytes before the table opened, and without bound in the game."
            " What an engine says is bounded, and then another move is made",
            f"`{_UCI}::test_what_is_no_engine_is_refused_before_a_table_opens`",
        ),
        (
            "scores and bounds such as `--5`, or of 5000 digits",
            "mended: they ended the program with a traceback",
            f"`{_UCI}::test_what_an_engine_calls_a_bound_may_be_none`",
        ),
        (
            "an option whose name draws on the terminal",
            "mended: the list of options drew it",
            f"`{_UCI}::test_an_option_whose_name_draws_on_the_terminal_is_none`",
        ),
        (
            "a line above the limit whose end is a command",
            "mended: the end was obeyed",
            f"`{_EXEC}::test_the_end_of_a_line_that_is_too_long_is_no_line`",
        ),
        (
            "lines without a pause",
            "mended: other tables of the hub stood still. A hundred a second are read",
            f"`{_EXEC}::test_a_program_that_writes_without_end_waits`",
        ),
    ),
    "Rules from a file that say now this and now that": (
        (
            "a hundred files, each with another source of difference, as added rules",
            "mended: two of three tables ended with a player accused. The rules are"
            " named, and nobody is accused",
            "`make contrary`, `tests/attacks/test_attack_contrary.py::"
            "test_three_programs_play_by_rules_that_differ_and_nobody_is_accused`",
        ),
        (
            "such a file as the player's own: `host ./FILE`, `join --rules ./FILE`,"
            " `verify --rules ./FILE`",
            "mended: the guest's program accused the host of its legal first move, and"
            " `verify` did, with status 1. It is asked again like added rules, and"
            " named with status 4",
            "`tests/attacks/test_attack_contrary.py::"
            "test_a_file_of_one_s_own_that_contradicts_itself_accuses_nobody`",
        ),
    ),
    "A hostile router": (
        (
            "leases of one second, each with another address",
            "mended: it was asked twice a second, and each address told to everybody."
            " It is asked once a minute",
            "`tests/transport/test_mapping.py::"
            "test_a_router_whose_leases_are_short_is_asked_once_a_minute`",
        ),
        (
            "descriptions without end, of another machine, with other ports; answers"
            " of other sizes",
            "stood: bounded, and nothing but the machine that answered is asked. A port"
            " below 1024 is told to nobody. A router can name a wrong public address:"
            " then nobody gets through, and peers knock there, as security.md says",
            "`tests/transport/test_upnp.py::test_a_hostile_description_costs_little`",
        ),
        (
            "27 lies to `p2pgame doctor`: answers without end, of 100 MB or a byte now"
            " and then, redirects, bombs and files as entities, another machine to ask,"
            " 3000 answers to a search, wrong addresses",
            "stood: it says that no router gives ports away, or names the one that the"
            " router names; 9 s and 64 MiB at most, beside much other work. No other"
            " machine is asked, and no entity read",
            _PROGRAMS,
        ),
    ),
    "Contacts, invitations and feeds from outside": (
        (
            "a file of contacts with seventeen kinds of nonsense: weak keys, points off"
            " the curve, one key twice, deep nesting, huge numbers",
            "stood: one sentence each, also while a table is open at a relay",
            "`tests/cli/test_contacts.py::test_a_damaged_file_is_told_in_one_sentence`",
        ),
        (
            "names in that file, or that of convictions, with controls",
            "mended: `p2pgame contacts` wrote them to the terminal",
            "`tests/cli/test_contacts.py::"
            "test_names_in_a_file_that_was_changed_draw_on_no_screen`",
        ),
        (
            "a relay that repeats an older invitation",
            "stood: the latest word counts",
            "`tests/client/meeting/test_invitations.py::"
            "test_a_relay_that_repeats_an_older_word_brings_nothing_back`",
        ),
        (
            "invites with one letter changed or an end cut off; one with the address"
            " of another table; one used again after the game's end",
            "stood: one sentence each, and both tables wait for their guests as before",
            "`tests/transport/test_invite.py::test_every_mistyped_character_is_noticed`,"
            " `tests/transport/test_invite.py::"
            "test_a_changed_invite_is_refused_or_another_invite`",
        ),
        (
            "relays of nostr that lie: changed ids, keys, kinds, signatures, times",
            "stood: the connection ends with a sentence",
            "`tests/transport/test_nostr_lies.py::"
            "test_a_relay_that_hands_on_lies_is_left`",
        ),
        (
            "such a relay while two programs play by it alone: every sixth word is a"
            " lie: withheld, late, said twenty times, old, of another topic or of 1 MB",
            "stood: each lie costs a connection, so seconds; once the relay is honest"
            " the game ends, with one transcript. Programs take 71 MiB. A relay that"
            " changes or refuses an event, or does not keep what it says that it"
            " keeps, is left alone for five minutes; a guest who has no other way"
            " gives up, and is told that nobody answers",
            _PROGRAMS,
        ),
    ),
    "At the table": (
        (
            "a player who says 1000 lines in half a minute, of 400 letters each",
            "stood: the others' programs show 18 of them, stay at 62 MiB, and write"
            " 640 kB of log",
            "`tests/client/telling/test_chat_limits.py::"
            "test_one_who_says_too_much_costs_the_others_nothing`",
        ),
        (
            "a guest whose program was changed to say a hundred such lines after each"
            " move",
            "stood: the host's program shows 15 of them, takes 73 MiB and writes 436 kB"
            " of log. The talker's own moves wait behind its lines",
            _PROGRAMS,
        ),
        (
            "all shuffle but one in an order that they know",
            "stood: the one honest shuffle makes every order equally likely",
            "`tests/protocols/test_uniformity.py::"
            "test_one_honest_shuffle_among_two_others_is_enough`",
        ),
        (
            "proofs, boxes and words of other epochs and tables, said again",
            "stood: each names its place; see also the exhibits above",
            "`tests/session/table/test_epochs.py::"
            "test_an_epoch_with_boxes_for_another_table_s_seats_is_void`",
        ),
        (
            "second stories of one table of an evening, and of the middle one of three",
            "mended: a ledger counted whichever came first. It counts neither",
            "`tests/client/transcripts/test_shared_tables.py::"
            "test_together_they_count_the_shared_table_for_nobody`",
        ),
        (
            "a file that breaks off before the game, named first beside two stories",
            "mended: nobody was convicted, with status 0 where both end alike. Every"
            " story is asked who has a seat there",
            f"`{_STORIES}::test_a_story_that_breaks_off_early_hides_no_liar`",
        ),
        (
            "two more stories, with made-up guests who have the names of the honest",
            "mended: the honest seemed to be convicted. A name that several players"
            " have stands with its key",
            f"`{_STORIES}::"
            "test_guests_with_the_names_of_others_are_told_apart_by_their_keys`",
        ),
        (
            "parts of two stories, in a folder each",
            "mended: `ledger` ended, and said that a part was missing that was named",
            f"`{_STORIES}::test_parts_of_two_stories_lie_in_folders_of_their_own`",
        ),
        (
            "receipts of a table of which no file, or no end, is named",
            "mended: `verify` and `ledger` passed over the first in silence, and called"
            " an unfinished file unfair for the second",
            "`tests/cli/test_two_endings.py::"
            "test_a_receipt_of_a_table_of_which_no_file_was_named_is_told`",
        ),
        (
            "a log put back by copying an older file",
            "stood: it is in doubt, and signs nothing before it has asked the others;"
            " so are all files of a player, put back twice in an evening",
            f"{_PROGRAMS}, `tests/log/test_store_doubt.py::"
            "test_a_log_put_back_from_a_backup_is_in_doubt_until_it_is_settled`",
        ),
    ),
}


def section() -> str:
    """Return the section of docs/attacks.md."""
    parts = [ABOUT]
    for title, rows in TRIED.items():
        parts.append(f"**{title}**\n\n| tried | found | shown by |\n|---|---|---|")
        parts += [f"| {' | '.join(row)} |" for row in rows]
        parts.append("")
    return "\n".join(parts)
