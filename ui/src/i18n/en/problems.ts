/**
 * One sentence per code: what happened and what to do. The server's own detail comes first where it wrote
 * one.
 */
export const problemTexts = {
  NETWORK: 'No answer from Hearth. Check the connection and try again; nothing is done twice.',
  UNKNOWN: 'Something went wrong. Try again; nothing is done twice.',
  UNAUTHENTICATED: 'Please sign in again.',
  FORBIDDEN: 'Your role does not allow this.',
  STEP_UP_REQUIRED: 'This was not done: it needs a proof of who you are. Nothing was changed.',
  IMPERSONATION_READ_ONLY: 'You are only looking. Nothing was changed.',
  IMPERSONATION_ACTION_EXCLUDED: 'Nobody does this in a host’s place. Nothing was changed.',
  IMPERSONATION_OVER: 'Your time in the host’s place is over. Nothing was changed.',
  NOT_FOUND: 'This does not exist, or it belongs to another account.',
  INVALID_TRANSITION: 'This is no longer possible in its present state. Nothing was changed.',
  NIGHTS_UNAVAILABLE: 'These nights are taken. Nothing was changed.',
  QUOTE_STALE: 'The numbers changed while you read. Nothing was changed.',
  REVISION_STALE:
    'Someone changed this since you opened it. Nothing was changed; look at the new state first.',
  CONCURRENT_CHANGE: 'Someone changed this at the same time. Nothing was changed; try again.',
  COMMAND_IN_FLIGHT: 'This is still running. It will be shown here as soon as it is done.',
  UNDO_EXPIRED: 'The time to undo this is over.',
  WINDOW_CLOSED: 'The time for this is over.',
  VALIDATION_FAILED: 'Some fields are not right yet.',
  POLICY_VIOLATION: 'A rule does not allow this.',
  RATE_LIMITED: 'Too many tries. Wait a minute, then try again.',
  READ_MODEL_BEHIND: 'The newest changes are not shown yet. They should be here in under a minute.',
  DEPENDENCY_UNAVAILABLE: 'A part of Hearth is not reachable at the moment. Try again shortly.',
  OUTCOME_UNKNOWN: 'We do not know yet whether this was done. Try again; it is not done twice.',
  OVERLOADED: 'Hearth is very busy. Try again shortly.',
  INTERNAL: 'Something broke on our side. Try again; nothing is done twice.',
}
