/**
 * One sentence per code: what happened and what to do. The server's own detail comes first where it wrote
 * one.
 */
export const problemTexts = {
  NETWORK: 'We couldn’t reach Hearth. Check your connection and try again.',
  UNKNOWN: 'Something went wrong. Try again.',
  UNAUTHENTICATED: 'Please sign in again.',
  FORBIDDEN: 'Your role doesn’t allow this. An owner can change your role.',
  STEP_UP_REQUIRED: 'Please confirm it’s you first. Nothing was changed.',
  IMPERSONATION_READ_ONLY: 'You have view-only access. Nothing was changed.',
  IMPERSONATION_ACTION_EXCLUDED: 'This isn’t possible while impersonating a host. Nothing was changed.',
  IMPERSONATION_OVER: 'Your impersonation session has ended. Nothing was changed.',
  NOT_FOUND: 'We couldn’t find this, or you don’t have access to it.',
  REQUEST_TIMEOUT: 'Your connection is too slow at the moment. Nothing was changed. Try again.',
  INVALID_TRANSITION: 'This is no longer possible because the status has changed. Nothing was changed.',
  NIGHTS_UNAVAILABLE: 'These nights aren’t available. Nothing was changed.',
  QUOTE_STALE: 'The amounts changed while this page was open. Nothing was changed.',
  REVISION_STALE:
    'Someone changed this after you opened it. Nothing was changed. Check the new version first.',
  CONCURRENT_CHANGE: 'Someone else changed this at the same time. Nothing was changed. Try again.',
  COMMAND_IN_FLIGHT: 'We’re still working on this. The result will appear here shortly.',
  UNDO_EXPIRED: 'It’s too late to undo this.',
  WINDOW_CLOSED: 'It’s too late for this.',
  VALIDATION_FAILED: 'Please check the highlighted fields.',
  POLICY_VIOLATION: 'A rule doesn’t allow this.',
  RATE_LIMITED: 'Too many attempts. Wait a minute, then try again.',
  READ_MODEL_BEHIND: 'The latest changes aren’t shown yet. They should appear within a minute.',
  DEPENDENCY_UNAVAILABLE: 'Part of Hearth is temporarily unavailable. Try again shortly.',
  OUTCOME_UNKNOWN: 'We don’t know yet whether this worked. Try again.',
  OVERLOADED: 'Hearth is very busy. Try again shortly.',
  INTERNAL: 'Something went wrong on our side. Try again.',
}
