/** What no answer may contain: details of the implementation (docs/domain/security.md#error-texts). */
export const LEAKS =
  /\/node_modules|^\s+at .*\(|SELECT |pg_|22P0|postgres|eventstore|\.ts:|\.mjs|syntax error|Unexpected token|in JSON at/i
