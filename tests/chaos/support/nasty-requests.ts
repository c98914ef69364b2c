// Requests that no browser sends: bodies, headers and whole messages.
import { gzipSync } from 'node:zlib'
import { list, prototypeNames } from './nasty.ts'

export interface RawBody {
  type: string
  body: string | Buffer
  encoding?: string
}

const json = 'application/json'

export const nastyBodies: RawBody[] = [
  ...list('¦ ¦{¦[¦}¦"¦nul¦{"a":}¦{"a":1,}¦{\'a\':1}¦{"a":1}{"b":2}¦\ufeff{}¦{"a":"\x01"}¦\x00¦{"a":"\\ud800"}'),
  ...list(
    '{"__proto__":{"role":"admin"}}¦{"constructor":{"prototype":{"a":1}}}¦{"a":1,"a":2}¦1e999¦-¦"text"¦null¦true',
    '[]¦7',
  ),
  ...prototypeNames.map(name => `{"${name}":"${name}","a":{"${name}":["${name}"]}}`),
  ...[
    '['.repeat(50_000),
    '{"a":'.repeat(20_000),
    `"${'x'.repeat(900_000)}"`,
    `[${'0,'.repeat(200_000)}0]`,
    `{"a":"${'y'.repeat(1_100_000)}"}`,
  ],
].map(body => ({ type: json, body }))

nastyBodies.push(
  ...[json, 'application/json; charset=utf-16', 'application/json;charset=utf-7', 'text/json', 'JSON', ''].map(
    type => ({ type, body: '{}' }),
  ),
  { type: json, body: Buffer.from('{"a":"\xff\xfe\xc0\x80"}', 'latin1') },
  { type: json, body: Buffer.from('\ufeff{"a":1}', 'utf16le') },
  { type: json, body: gzipSync('{"a":1}'), encoding: 'gzip' },
  { type: json, body: '{}', encoding: 'nonsense' },
  { type: 'text/plain', body: 'hello' },
  {
    type: 'application/xml',
    body: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  },
  { type: 'application/x-www-form-urlencoded', body: 'a[b][c]=1&a=2&__proto__[x]=1&%00=%ff&=&&' },
  {
    type: 'application/x-www-form-urlencoded',
    body: 'card_number=%ED%A0%80&email=%00&card_expiry=99/99&name='.repeat(50),
  },
  {
    type: 'multipart/form-data; boundary=x',
    body: '--x\r\nContent-Disposition: form-data; name="a"; filename="../../x"\r\n\r\n1\r\n--x--',
  },
  { type: 'multipart/form-data', body: '--\r\n' },
  { type: 'text/csv', body: 'name,category,color,description,price\n"a,b,c\n' },
  {
    type: 'text/csv',
    body: '_id,name,category,color,description,price,oldPrice,image\nx,"=1+1",dress,black,d,1e9,,\n\0\n\ud800,,,,,,,',
  },
  { type: 'text/csv', body: `name\n${'x,'.repeat(40_000)}` },
  { type: 'text/csv', body: Buffer.from('\xff\xfen\x00a\x00', 'latin1') },
  { type: '../../x', body: 'x' },
)

export const nastyHeaders: Record<string, string>[] = [
  ...[
    'token=',
    'token',
    '=',
    ';;;',
    `token=${'x'.repeat(4_000)}`,
    'token="\\"; token=a; token=b',
    ...prototypeNames.map(name => `${name}=${name}`),
    'token=%ff%00',
  ].map(cookie => ({ cookie })),
  ...['Bearer', 'Bearer ', `Bearer ${'x'.repeat(43)}`, 'Basic Og==', 'bearer a b', 'Digest x="'].map(authorization => ({
    authorization,
  })),
  ...['', '::', 'unknown', '999.1.1.1', '1.2.3.4, 5.6.7.8,', 'fe80::1%eth0', "'", 'x'.repeat(2_000)].map(address => ({
    'x-forwarded-for': address,
  })),
  ...['evil.example', '', 'a b', '[::1', 'localhost:99999', '127.0.0.1:1', '%00'].map(host => ({ host })),
  ...['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1,2-2', 'bytes=99999999999-', 'x=0-1', 'bytes='].map(range => ({
    range,
  })),
  ...['*', '""', 'W/"', '"a", "b"', 'x'.repeat(3_000)].map(tag => ({ 'if-none-match': tag, 'if-match': tag })),
  ...['yesterday', '', 'Thu, 01 Jan 1970 00:00:00 GMT', '9e99'].map(date => ({
    'if-modified-since': date,
    'if-range': date,
  })),
  ...['br;q=9', 'identity;q=0', '*;q=0', 'gzip, gzip, gzip', ';', 'br;q=x', 'deflate'].map(coding => ({
    'accept-encoding': coding,
  })),
  ...['*/*;q=', 'text/html;level=1', 'x', ''].map(accept => ({
    accept,
    'accept-language': accept,
    'accept-charset': accept,
  })),
  ...['null', 'https://evil.example', 'http://', '\\'].map(origin => ({ origin, referer: origin })),
  ...['cross-site', 'same-site', 'none', 'x', ''].map(site => ({ 'sec-fetch-site': site })),
  ...['t=1,v1=00', 't=,v1=', 't=x', `t=9999999999999999,v1=${'0'.repeat(64)}`, ','].map(signature => ({
    'stripe-signature': signature,
  })),
  ...prototypeNames.map(name => Object.fromEntries([[name, name]])),
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'for="_x";host=evil' },
  { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' },
  { expect: '100-continue' },
  { expect: 'the unexpected' },
  { te: 'trailers', via: '1.1 x', 'max-forwards': '0', prefer: 'respond-async', pragma: '\xff' },
]

const host = 'Host: localhost'

/** Malformed HTTP messages. */
export const nastyMessages: string[] = [
  ...list(
    '¦\r\n\r\n¦\x00\x00\x00\x00¦GET¦GET / HTTP/9.9\r\n\r\n¦GET / HTTP/1.1\r\n\r\n¦GET  / HTTP/1.1\r\n\r\n',
    'get / http/1.1\r\n\r\n',
  ),
  ...[
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/0.9\r\n\r\n',
    'HELO shop\r\n',
    `GET /${'a'.repeat(90_000)} HTTP/1.1\r\n${host}\r\n\r\n`,
  ],
  ...list(
    'CONNECT shop:443¦TRACE /¦PROPFIND /¦BREW /¦OPTIONS *¦GET http://[¦GET \x00¦GET /ÿþ¦GET /%¦DELETE *',
    'M-SEARCH *',
  ).map(line => `${line} HTTP/1.1\r\n${host}\r\n\r\n`),
  ...[
    ': x',
    'a b: c',
    'x',
    'X: a\0b',
    'X: a\rb',
    `X: ${'y'.repeat(90_000)}`,
    'Content-Length: -1',
    'Content-Length: 1e3',
    'Content-Length: 5\r\nContent-Length: 6',
    'Transfer-Encoding: x',
    'Host: a\r\nHost: b',
    ' folded: 1',
  ].map(header => `POST /api/contact HTTP/1.1\r\n${host}\r\n${header}\r\n\r\n`),
  ...list('zz\r\n¦-1\r\n¦ffffffffffffffffff\r\n¦5\r\nab\r\n0\r\n\r\n¦0\r\nX: y\r\n\r\n¦1;a="b\r\nx\r\n0\r\n\r\n').map(
    chunk =>
      `POST /api/contact HTTP/1.1\r\n${host}\r\nContent-Type: ${json}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
  ),
  `POST /api/contact HTTP/1.1\r\n${host}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
  `POST /api/contact HTTP/1.1\r\n${host}\r\nContent-Type: ${json}\r\nContent-Length: 2\r\n\r\n{}{}{}{}`,
  `GET /health/live HTTP/1.1\r\n${host}\r\n${Array.from({ length: 3_000 }, (_, n) => `X-${n}: 1`).join('\r\n')}\r\n\r\n`,
  `GET /health/live HTTP/1.1\r\n${host}\r\nTrailer: x\r\n\r\n`,
  `GET /health/live HTTP/1.1\r\n${host}\r\n\r\n`.repeat(500),
]
