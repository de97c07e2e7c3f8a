#!lua flags=allow-stale
-- KEYS[1]: the press, ARGV[1]: the holder's token
local holder = redis.call('GET', KEYS[1])
if not holder then
  return 0
end
if holder ~= ARGV[1] then
  return -1
end
return redis.call('DEL', KEYS[1])
