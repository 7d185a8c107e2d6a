import { type CallError, invalid } from '../errors.ts'

/** For what EventStoreDB (.NET) runs and an engine without backtracking does not. */
export const unsupported = (what: string): CallError =>
  invalid(`this event store cannot run a filter whose regular expression contains ${what}`)

export const malformed = (reason: string): CallError =>
  invalid(`the regular expression of the filter does not compile: ${reason}`)
