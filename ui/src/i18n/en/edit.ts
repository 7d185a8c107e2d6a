/** Cards that are edited in place. */
export const editTexts = {
  change: 'Change',
  save: 'Save',
  discard: 'Discard',
  field: 'Field',
  stale: 'Someone else just changed this',
  staleText: 'Nothing was saved. Compare the current values with yours.',
  staleElsewhere: 'Someone changed another part in the meantime. Your changes still apply.',
  now: 'Current',
  yours: 'Yours',
  useMine: 'Keep my change',
  useTheirs: 'Use theirs',
  wrong: 'Please check this.',
  refused: '%{field} %{detail}.',
  lock: {
    role: 'Your role can’t %{what}. An owner can change your role.',
    readOnly: 'You have view-only access, so you can’t make changes.',
    excluded: 'This isn’t possible while impersonating a host, or it’s outside the access you requested.',
  },
}
