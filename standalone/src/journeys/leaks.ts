/** What no answer may contain: details of the implementation (docs/domain/security.md#error-texts). */
export const LEAKS = new RegExp(
  [
    '/node_modules',
    String.raw`^\s+at .*\(`,
    'SELECT ',
    'pg_',
    '22P0',
    'postgres',
    'eventstore',
    String.raw`\.ts:`,
    String.raw`\.mjs`,
    'syntax error',
    'Unexpected token',
    'in JSON at',
  ].join('|'),
  'i',
)
