/** Sections that are read, and changed in place. */
export const editTexts = {
  change: 'Change',
  save: 'Save',
  discard: 'Discard',
  field: 'Field',
  stale: 'Someone changed this while you did',
  staleText: 'Nothing was saved. These are the values now and yours.',
  staleElsewhere: 'Someone changed another part meanwhile. Your changes still fit.',
  now: 'Now',
  yours: 'Yours',
  useMine: 'Save mine',
  useTheirs: 'Take theirs',
  lock: {
    role: 'Your role may not %{what}. An owner of the account can.',
    readOnly: 'You are only looking: nothing can be changed.',
    excluded: 'Nobody does this in a host’s place, or it is outside what you asked for.',
  },
}
