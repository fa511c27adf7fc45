"""Holds the scripts that Redis runs, each as one atomic step.

A database has

    p2pgame:last          the last sequence
    p2pgame:life          a random name of all that the database holds
    p2pgame:idle          the topics, by the hour of their last kept frame
    p2pgame:t:TOPIC       a topic's stream of frames
    p2pgame:t:TOPIC:state its last sequence, and how many bytes of frames it holds

and each frame is published on its topic's channel, ``p2pgame:DATABASE:t:TOPIC``, with
the topic's sequence before it.  A reader sees from that whether it has missed any, or
the database has lost what the topic had.

A frame's sequence is its id in the stream: the microseconds of Redis's clock, or one
more than the last sequence.  So all topics' frames have one order.
A topic that was forgotten, or a database that was emptied, continues above its old
numbers.  A sequence tells when a frame came, and nothing about other topics.
The numbers of Lua hold such times until 2255.
"""

from __future__ import annotations

from p2pgame.relay.store import ORIGIN, TOO_LARGE

PREFIX = b"p2pgame:"
LAST = PREFIX + b"last"
LIFE = PREFIX + b"life"
IDLE = PREFIX + b"idle"
TOPICS = PREFIX + b"t:"

#: Microseconds of an hour, the resolution of idleness.
HOUR = 3_600_000_000


def key_of(topic: bytes) -> bytes:
    return TOPICS + topic.hex().encode()


#: Store frames, or hand them on; answer with the database's life, then for each frame
#: with its sequence, 0 if it is only handed on, or an error.
#: Keys: the last sequence, the life, the idle topics; then each topic's stream and its
#: state.  Arguments: a topic's room, milliseconds of idleness, the channels' prefix;
#: then for each its topic, origin, frame, and whether it is to be kept (1, 0).  A full
#: stream drops its oldest entries, but never its newest.  Each entry is dropped once,
#: so its own arrival has paid for that.
KEEP = b"""
local last_key, life_key, idle_key = KEYS[1], KEYS[2], KEYS[3]
local room, idle, channels = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local last = tonumber(redis.call('GET', last_key) or '0')

local function trim(stream, state, newest, added)
  local held = redis.call('HINCRBY', state, 'size', added)
  while held > room do
    local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
    if oldest[1] == newest then return end
    redis.call('XDEL', stream, oldest[1])
    held = redis.call('HINCRBY', state, 'size', -#oldest[2][#oldest[2]])
  end
end

local function take(i)
  local stream, state = KEYS[2 * i + 2], KEYS[2 * i + 3]
  local topic, origin = ARGV[4 * i], ARGV[4 * i + 1]
  local frame, keeps = ARGV[4 * i + 2], ARGV[4 * i + 3] == '1' and not HANDS_ON
  if #frame > room then return 'TOO LARGE' end
  local sequence = string.format('%.0f', math.max(last + 1, now))
  local previous, held = unpack(redis.call('HMGET', state, 'last', 'size'))
  if tonumber(held or '0') > 0 and redis.call('EXISTS', stream) == 0 then
    previous = '0'
    redis.call('HSET', state, 'size', 0)
  end
  if keeps then
    local id = sequence .. '-0'
    redis.call('XADD', stream, id, 'o', origin, 'f', frame)
    trim(stream, state, id, #frame)
    redis.call('PEXPIRE', stream, idle)
    redis.call('ZADD', idle_key, math.ceil(now / HOUR), topic)
    redis.call('PEXPIRE', idle_key, idle)
  end
  redis.call('HSET', state, 'last', sequence)
  redis.call('PEXPIRE', state, idle)
  redis.call('SET', last_key, sequence)
  last = tonumber(sequence)
  redis.call('PUBLISH', channels .. topic,
    sequence .. ' ' .. (previous or '0') .. ' ' .. #origin .. ' ' .. origin .. frame)
  return keeps and sequence or '0'
end

local answers, refused = {}, {}
for i = 1, (#KEYS - 3) / 2 do
  local line = ARGV[4 * i] .. string.sub(ARGV[4 * i + 1], 1, ORIGIN)
  if not refused[line] then
    local done, answer = pcall(take, i)
    answers[i] = done and answer or (type(answer) == 'table' and answer.err or answer)
    if not tonumber(answers[i]) then refused[line] = answers[i] end
  end
  answers[i] = answers[i] or refused[line]
end
table.insert(answers, 1, redis.call('GET', life_key) or '')
return answers
"""
for _word, _value in (
    (b"TOO LARGE", TOO_LARGE.encode()),
    (b"ORIGIN", b"%d" % ORIGIN),
    (b"HOUR", b"%d" % HOUR),
):
    KEEP = KEEP.replace(_word, _value)

_EVEN_FULL = b"#!lua flags=allow-oom\n"

#: Likewise, and keep nothing; it works while Redis has no memory left.
HAND_ON = _EVEN_FULL + KEEP.replace(b"HANDS_ON", b"true")
KEEP = KEEP.replace(b"HANDS_ON", b"false")

#: Forget topics to which no relay listens, the longest idle first, until so many bytes
#: are free; return how many topics, and bytes.
#: Keys: the idle topics.  Arguments: the bytes, the prefixes of channels and of topics.
EVICT = (
    _EVEN_FULL
    + b"""
local wanted, channels, topics = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local count, freed, start = 0, 0, 0
while freed < wanted do
  local names = redis.call('ZRANGE', KEYS[1], start, start + 99)
  if #names == 0 then break end
  for _, name in ipairs(names) do
    if redis.call('PUBSUB', 'NUMSUB', channels .. name)[2] > 0 then
      start = start + 1
    elseif freed < wanted then
      local state = topics .. name .. ':state'
      local size = redis.pcall('HGET', state, 'size')
      freed = freed + (type(size) == 'string' and tonumber(size) or 0)
      redis.call('DEL', topics .. name, state)
      redis.call('ZREM', KEYS[1], name)
      count = count + 1
    end
  end
end
return {count, freed}
"""
)

#: Return the ids of a stream's first and last entry, or nothing.
BOUNDS = b"""
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
return first[1] and {first[1][1], last[1][1]} or {}
"""

#: Return the numbers of the streams that have anything behind a sequence, one for each.
NEWER = b"""
local found = {}
for i, key in ipairs(KEYS) do
  local newest = redis.pcall('XREVRANGE', key, '+', '(' .. ARGV[i] .. '-0', 'COUNT', 1)
  if not newest.err and #newest > 0 then
    found[#found + 1] = i
  end
end
return found
"""

#: Raise the last sequence to at least this one, and name the database's life if it has
#: no name yet; return both.  It works while Redis has no memory left.
RAISE = (
    _EVEN_FULL
    + b"""
local last = redis.call('GET', KEYS[1]) or '0'
if tonumber(last) < tonumber(ARGV[1]) then
  last = ARGV[1]
  redis.call('SET', KEYS[1], last)
end
redis.call('SET', KEYS[2], ARGV[2], 'NX')
return {last, redis.call('GET', KEYS[2])}
"""
)
