-- wrk requests the paths of a file, one per line, in turn; after the last it begins again. Every hundred requests come from
-- another address, because limits count by address. Without a file it requests only its URL.
local paths = {}
local next = 0
local sent = 0
local firstVisitor = os.time() % 4096 * 4096 -- the visitors of the last run may have reached their limits

local function nextOfFile()
  next = next % #paths + 1
  sent = sent + 1
  local visitor = firstVisitor + math.floor(sent / 100)
  wrk.headers['X-Forwarded-For'] = '10.' .. math.floor(visitor / 65536) % 256 .. '.' .. math.floor(visitor / 256) % 256 .. '.' .. visitor % 256
  return wrk.format('GET', paths[next])
end

function init(args)
  if not args[1] then return end
  for path in io.lines(args[1]) do paths[#paths + 1] = path end
  request = nextOfFile
end

function done(summary, latency)
  for _, percent in ipairs({ 50, 95, 99 }) do print(string.format('p%d %d us', percent, latency:percentile(percent))) end
end
