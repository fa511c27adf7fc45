"""Holds the scripts that Redis runs, each as one atomic step.

A database has

    p2pgame:last          the last sequence
    p2pgame:bus           a stream of the newest frames of all topics
    p2pgame:bus:size      how many bytes of frames that holds
    p2pgame:t:TOPIC       a topic's stream of frames
    p2pgame:t:TOPIC:size  how many bytes of frames that holds

A frame's sequence is its id in both streams: the microseconds of Redis's clock, or one
more than the last sequence.  So all topics' frames have one order.
A topic that was forgotten, or a database that was emptied, continues above its old
numbers.  A sequence tells when a frame came, and nothing about other topics.
The numbers of Lua hold such times until 2255.

An entry of the bus names the sequence before it.  A reader sees from that whether the
bus has dropped something in between.
"""

from __future__ import annotations

from p2pgame.relay.store import ORIGIN, TOO_LARGE

PREFIX = b"p2pgame:"
LAST = PREFIX + b"last"
BUS = PREFIX + b"bus"


def key_of(topic: bytes) -> bytes:
    return PREFIX + b"t:" + topic.hex().encode()


#: Store frames; answer for each with its sequence, or with an error.
#: Keys: the last sequence, the bus, its size; then each topic's stream and its size.
#: Arguments: a topic's room, milliseconds of idleness, the bus's room; then for each
#: its topic, origin and frame.  A full stream drops its oldest entries, but never its
#: newest.  Each entry is dropped once, so its own arrival has paid for that.
KEEP = b"""
local last_key, bus, bus_size = KEYS[1], KEYS[2], KEYS[3]
local room, idle, bus_room = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local last = tonumber(redis.call('GET', last_key) or '0')

local function trim(stream, size, room, newest, added)
  local held = redis.call('INCRBY', size, added)
  while held > room do
    local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
    if oldest[1] == newest then return end
    redis.call('XDEL', stream, oldest[1])
    held = redis.call('DECRBY', size, #oldest[2][#oldest[2]])
  end
end

local function keep(i)
  local stream, size = KEYS[2 * i + 2], KEYS[2 * i + 3]
  local topic, origin, frame = ARGV[3 * i + 1], ARGV[3 * i + 2], ARGV[3 * i + 3]
  if #frame > room then return 'TOO LARGE' end
  local sequence = string.format('%.0f', math.max(last + 1, now))
  local id = sequence .. '-0'
  redis.call('XADD', stream, id, 'o', origin, 'f', frame)
  trim(stream, size, room, id, #frame)
  redis.call('XADD', bus, id, 'p', string.format('%.0f', last),
    't', topic, 'o', origin, 'f', frame)
  redis.call('SET', last_key, sequence)
  last = tonumber(sequence)
  trim(bus, bus_size, bus_room, id, #frame)
  for _, key in ipairs({stream, size, bus, bus_size}) do
    redis.call('PEXPIRE', key, idle)
  end
  return sequence
end

local answers, refused = {}, {}
for i = 1, (#KEYS - 3) / 2 do
  local line = ARGV[3 * i + 1] .. string.sub(ARGV[3 * i + 2], 1, ORIGIN)
  if not refused[line] then
    local kept, answer = pcall(keep, i)
    answers[i] = kept and answer or (type(answer) == 'table' and answer.err or answer)
    if not tonumber(answers[i]) then refused[line] = answers[i] end
  end
  answers[i] = answers[i] or refused[line]
end
return answers
""".replace(b"TOO LARGE", TOO_LARGE.encode()).replace(b"ORIGIN", b"%d" % ORIGIN)

#: Return the ids of a stream's first and last entry, or nothing.
BOUNDS = b"""
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
return first[1] and {first[1][1], last[1][1]} or {}
"""

#: Return the numbers of the streams that have anything behind a sequence.
NEWER = b"""
local found = {}
for i, key in ipairs(KEYS) do
  if #redis.call('XREVRANGE', key, '+', '(' .. ARGV[1] .. '-0', 'COUNT', 1) > 0 then
    found[#found + 1] = i
  end
end
return found
"""

#: Raise the last sequence to at least this one; return it.
RAISE = b"""
local last = redis.call('GET', KEYS[1]) or '0'
if tonumber(last) < tonumber(ARGV[1]) then
  last = ARGV[1]
  redis.call('SET', KEYS[1], last)
end
return last
"""
