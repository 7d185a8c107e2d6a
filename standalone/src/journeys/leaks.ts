/** What no answer may hold: how it is made (docs/domain/security.md#error-texts). */
export const LEAKS =
  /\/node_modules|^\s+at .*\(|SELECT |pg_|22P0|postgres|eventstore|\.ts:|\.mjs|syntax error|Unexpected token|in JSON at/i
