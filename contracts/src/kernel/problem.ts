/**
 * Every refusal has one of these codes; status and title come from this table alone
 * (docs/domain/commands.md#problems).
 */
export const PROBLEMS = {
  MALFORMED: [400, 'The request can’t be read'],
  IDEMPOTENCY_KEY_REQUIRED: [400, 'An Idempotency-Key is required'],
  INVALID_DATE_RANGE: [400, 'These dates don’t form a stay'],
  STATE_MISMATCH: [400, 'This sign-in was started elsewhere'],
  TICKET_INVALID: [400, 'This link isn’t valid'],
  CURRENCY_MISMATCH: [400, 'The currencies don’t match'],
  UNAUTHENTICATED: [401, 'Please sign in'],
  TOTP_REQUIRED: [401, 'A code from your authenticator is required'],
  IDP_DENIED: [401, 'The sign-in service declined'],
  FORBIDDEN: [403, 'You don’t have access to this'],
  LISTING_SCOPE_DENIED: [403, 'You don’t have access to this listing'],
  STEP_UP_REQUIRED: [403, 'Please confirm it’s you'],
  IMPERSONATION_READ_ONLY: [403, 'You have view-only access'],
  IMPERSONATION_ACTION_EXCLUDED: [403, 'This isn’t possible while impersonating a host'],
  IMPERSONATION_OVER: [403, 'Your impersonation session has ended'],
  EMAIL_UNVERIFIED: [403, 'The email address isn’t verified'],
  ACCOUNT_LINK_REQUIRED: [403, 'First confirm that the account is yours'],
  FOUR_EYES_SAME_ACTOR: [403, 'A second person has to do this'],
  NOT_FOUND: [404, 'Not found'],
  METHOD_NOT_ALLOWED: [405, 'This method isn’t allowed here'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  INVALID_TRANSITION: [409, 'The current status doesn’t allow this'],
  NIGHTS_UNAVAILABLE: [409, 'These nights aren’t available'],
  QUOTE_STALE: [409, 'The quote is no longer valid'],
  ALREADY_DECIDED: [409, 'This has already been decided'],
  DUPLICATE: [409, 'This already exists'],
  VERSION_CONFLICT: [409, 'Someone else changed this section'],
  COMMAND_IN_FLIGHT: [409, 'The same command is still running'],
  CONCURRENT_CHANGE: [409, 'Someone else changed this at the same time'],
  WINDOW_CLOSED: [410, 'It’s too late for this'],
  TICKET_EXPIRED: [410, 'This link has expired'],
  TICKET_USED: [410, 'This link has already been used'],
  UNDO_EXPIRED: [410, 'This can no longer be undone'],
  REVISION_STALE: [412, 'This changed since you loaded it'],
  TOO_LARGE: [413, 'The request is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send application/json in UTF-8'],
  VALIDATION_FAILED: [422, 'Some fields need correcting'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This Idempotency-Key belongs to another request'],
  PRECONDITION_FAILED: [422, 'Something must be done first'],
  POLICY_VIOLATION: [422, 'A rule doesn’t allow this'],
  PAYOUT_METHOD_NOT_READY: [422, 'This bank account can’t be used yet'],
  NARROW_FIRST: [422, 'Narrow the list first'],
  LIMIT_EXCEEDED: [422, 'A limit is exceeded'],
  EVIDENCE_REQUIRED: [422, 'Evidence is missing'],
  ON_HOLD: [423, 'This is on hold'],
  REVISION_REQUIRED: [428, 'If-Match is required'],
  RATE_LIMITED: [429, 'Too many requests'],
  INTERNAL: [500, 'Something went wrong on our side'],
  READ_MODEL_BEHIND: [503, 'The latest changes aren’t shown yet'],
  DEPENDENCY_UNAVAILABLE: [503, 'Part of Hearth is temporarily unavailable'],
  OUTCOME_UNKNOWN: [503, 'The outcome isn’t known; repeat with the same key'],
  OVERLOADED: [503, 'Too busy; try again shortly'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof PROBLEMS

/** One wrong field: a JSON pointer into the body, and what to do. */
export type FieldError = Readonly<{ pointer: string; detail: string }>

/**
 * RFC 9457 body. `digest` only for 5xx; extra members are the code's own facts
 * (docs/domain/commands.md#problems), never ids of foreign records.
 */
export type Problem = Readonly<{
  type: string
  title: string
  status: number
  code: ProblemCode
  detail?: string
  errors?: readonly FieldError[]
  digest?: string
  [fact: string]: unknown
}>

export const problem = (
  code: ProblemCode,
  detail?: string,
  facts: Readonly<Record<string, unknown>> = {},
): Problem => {
  const [status, title] = PROBLEMS[code]
  const own = {
    type: `urn:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    code,
    ...(detail === undefined ? {} : { detail }),
  }
  // A fact of the same name must not take its place.
  return { ...own, ...facts, ...own }
}
