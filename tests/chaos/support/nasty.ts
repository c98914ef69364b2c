// Input of attackers and of broken programs.
/** Splits rows at the bars between texts. */
export const list = (...rows: string[]) => rows.flatMap(row => row.split('¦'))

/** Properties that every plain object inherits. */
export const prototypeNames = Object.getOwnPropertyNames(Object.prototype)

const uuid = '018f0000-0000-7000-8000-000000000000'

export const nastyTexts: string[] = [
  ...list('¦ ¦\t\r\n¦\x00¦a\x00b¦\ud800¦a\udc00¦\ufeff¦\u202e¦\u200b¦\u2800¦\uffff¦\x7f¦\x1b[2J'),
  ...list('null¦undefined¦true¦NaN¦Infinity¦-Infinity¦-0¦-1¦0¦1e309¦1e-400¦0x10¦0b1¦1_000'),
  ...list('9007199254740993¦99999999999999999999¦-99999999999999999999¦2147483648¦1.005¦.5¦5.¦1,5¦٣¦Ⅷ¦１'),
  ...[
    uuid,
    uuid.toUpperCase(),
    `${uuid}x`,
    `{${uuid}}`,
    uuid.replaceAll('-', ''),
    ` ${uuid}`,
    '00000000-0000-0000-0000-000000000000',
  ],
  ...prototypeNames,
  ...['prototype', 'length'],
  ...list('\'¦"¦`¦\\¦\'; drop table product; --¦\' or 1=1 --¦" or ""="¦\\\'; select pg_sleep(9); --¦$1¦$$¦/*¦*/¦;'),
  ...list('%¦_¦%%%%¦\\%¦a%¦_%_¦(¦)¦[¦]¦{¦}¦*¦+¦?¦^¦$¦|¦(a+)+$¦[z-a]¦(?=¦\\d'),
  ...list("&¦|¦!¦<->¦:*¦a:*¦a & | b¦!!¦( a¦a'b¦a:b:c¦''¦<<¦-a¦--¦\"a¦a or¦or"),
  ...list('<script>alert(1)</script>¦"><img src=x onerror=alert(1)>¦{{7*7}}¦<%= 7 %>¦]]>¦<!--¦-->¦&#0;¦&lt;'),
  ...list('../¦../../../etc/passwd¦..\\..\\¦/etc/passwd¦file:///etc/passwd¦.¦..¦...¦//¦\\\\host¦C:\\¦con¦.env'),
  ...list(
    'http://169.254.169.254/¦javascript:alert(1)¦data:text/html,x¦data:image/png;base64,',
    'data:image/png;base64,AAAA¦//evil.example',
  ),
  ...[
    'a@b',
    'a@b.c',
    '@',
    'a@@b.c',
    'a@b..c',
    '"a b"@c.d',
    'a@[127.0.0.1]',
    'ａ@b.c',
    'a\r\nBcc: x@y.z',
    `${'a'.repeat(64)}@${'b'.repeat(180)}.test`,
  ],
  ...list(
    'İ¦ß¦ﬃ¦ſ¦K¦é¦e\u0301¦Z\u0351\u036b\u0343¦\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
    '\u{1f1ec}\u{1f1e7}¦𝕏¦日本語¦ไทย¦مرحبا¦\u{10ffff}¦ı',
  ),
  ...list(
    '2024-02-30¦0000-00-00T00:00:00Z¦+275760-09-13T00:00:00.001Z¦-271821-04-19¦99999-01-01¦1e400',
    '2026-11-22T04:00:00.000Z¦now',
  ),
  ...[
    'a'.repeat(1_000),
    'é'.repeat(5_000),
    '👩'.repeat(3_000),
    ' '.repeat(9_000),
    '('.repeat(2_000),
    'a '.repeat(4_000),
    '%'.repeat(3_000),
    'a,'.repeat(3_000),
  ],
]

const nested = (levels: number, inner: unknown = 1): unknown => {
  let value = inner
  for (let n = 0; n < levels; n++) value = n % 2 ? [value] : { a: value }
  return value
}

export const nastyValues: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 0.1 + 0.2],
  ...[
    [],
    {},
    [[]],
    [null],
    [{}],
    { a: [] },
    nested(30),
    nested(33),
    nested(200),
    Array(2_000).fill(0),
    Array(60).fill({}),
  ],
  ...[{ $ne: null }, { $gt: '' }, { toString: 'x' }, { length: 1e9 }, { constructor: {} }, { valueOf: null }],
  ...nastyTexts.slice(0, 60),
]
