import type { ProblemCode } from '@hearth/contracts/kernel/problem'

export type Facts = Readonly<Record<string, unknown>>

/**
 * A refusal with a code of the catalogue; thrown or returned by handlers. `facts` become members of the body,
 * `headers` go with it; `cause` is for the log alone.
 */
export class AppProblem extends Error {
  override name = 'AppProblem'
  constructor(
    readonly code: ProblemCode,
    readonly detail?: string,
    readonly facts: Facts = {},
    readonly headers: Readonly<Record<string, string>> = {},
    cause?: unknown,
  ) {
    super(code, cause === undefined ? {} : { cause })
  }
}
