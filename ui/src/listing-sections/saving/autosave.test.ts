import { describe, expect, it } from 'vitest'
import {
  acknowledged,
  begin,
  choose,
  conflicted,
  edit,
  isSaved,
  NO_DRAFT,
  restoreUnsent,
  refreshed,
  refused,
  shown,
  type Fields,
  type Known,
} from './autosave.ts'

const known = (version: number, values: Fields): Known => ({ version, values })
const any = (_: string, value: unknown) => value
const start = known(3, { guests: 4, name: 'Barn' })

describe('a change', () => {
  it('is shown immediately, sent with the version that was seen, and dropped once the server has it', () => {
    const typed = edit(NO_DRAFT, start, 'guests', 5)
    expect(shown(start, typed)).toEqual({ guests: 5, name: 'Barn' })
    const sent = begin(typed, any, 'k1')
    expect(sent.sending).toEqual({ key: 'k1', baseVersion: 3, fields: { guests: 5 } })
    expect(shown(start, sent)['guests']).toBe(5)
    expect(isSaved(acknowledged(sent, known(4, { guests: 5, name: 'Barn' })))).toBe(true)
  })

  it('is dropped when the value is the server’s again', () => {
    expect(isSaved(edit(edit(NO_DRAFT, start, 'guests', 5), start, 'guests', 4))).toBe(true)
  })

  it('over one that is being sent is based on its answer, not on the version that was seen before', () => {
    const both = edit(begin(edit(NO_DRAFT, start, 'guests', 5), any, 'k1'), start, 'guests', 6)
    expect(begin(both, any, 'k2')).toBe(both)
    expect(begin(acknowledged(both, known(4, { guests: 5 })), any, 'k2').sending).toEqual({
      key: 'k2',
      baseVersion: 4,
      fields: { guests: 6 },
    })
  })

  it('is sent with its base version, so that the server detects a conflict with a later change', () => {
    const both = edit(begin(edit(NO_DRAFT, start, 'guests', 5), any, 'k1'), start, 'guests', 6)
    expect(begin(acknowledged(both, known(5, { guests: 9 })), any, 'k2').sending?.baseVersion).toBe(3)
  })

  it('with an invalid value stays on the device and does not block the others', () => {
    const typed = edit(edit(NO_DRAFT, start, 'guests', 99), start, 'name', 'Mill')
    const sent = begin(typed, (name, value) => (name === 'guests' ? undefined : value), 'k1')
    expect(sent.sending?.fields).toEqual({ name: 'Mill' })
    expect(shown(start, sent)['guests']).toBe(99)
  })

  it('of each version is sent on its own', () => {
    const first = edit(NO_DRAFT, start, 'guests', 5)
    const second = edit(first, known(4, { guests: 4, name: 'Mill' }), 'name', 'Loft')
    expect(begin(second, any, 'k').sending).toEqual({ key: 'k', baseVersion: 3, fields: { guests: 5 } })
  })
})

describe('a refusal', () => {
  const sent = begin(edit(edit(NO_DRAFT, start, 'guests', 5), start, 'name', 'Mill'), any, 'k1')

  it('is shown at its field, and only the others are sent again', () => {
    const after = refused(sent, { guests: 'is too many' })
    expect(after.refusals).toEqual({ guests: 'is too many' })
    expect(begin(after, any, 'k2').sending?.fields).toEqual({ name: 'Mill' })
    expect(begin(edit(after, start, 'guests', 4), any, 'k2').sending?.fields).toEqual({ name: 'Mill' })
    expect(begin(edit(after, start, 'guests', 3), any, 'k2').sending?.fields).toEqual({
      name: 'Mill',
      guests: 3,
    })
  })

  it('is ignored for a field that was edited meanwhile', () => {
    expect(refused(edit(sent, start, 'guests', 6), { guests: 'is too many' }).refusals).toEqual({})
  })

  it('of the whole change loses no value', () => {
    expect(shown(start, restoreUnsent(edit(sent, start, 'guests', 6)))).toEqual({ guests: 6, name: 'Mill' })
  })
})

describe('a conflict', () => {
  const sent = begin(edit(edit(NO_DRAFT, start, 'guests', 5), start, 'name', 'Mill'), any, 'k1')
  const found = conflicted(sent, [{ name: 'guests', theirs: 8, changedBy: 'Bruno', version: 4 }])

  it('stops its own field only', () => {
    expect(begin(found, any, 'k2').sending?.fields).toEqual({ name: 'Mill' })
  })

  it('is resolved by the person: mine is sent over the version that was shown', () => {
    expect(begin(choose(found, 'guests', 'mine'), any, 'k2').sending).toMatchObject({
      fields: { name: 'Mill' },
      baseVersion: 3,
    })
    const rest = acknowledged(
      begin(choose(found, 'guests', 'mine'), any, 'k2'),
      known(5, { guests: 8, name: 'Mill' }),
    )
    expect(begin(rest, any, 'k3').sending).toEqual({ key: 'k3', baseVersion: 4, fields: { guests: 5 } })
  })

  it('is resolved by the person: theirs drops the change', () => {
    expect(shown(known(4, { guests: 8, name: 'Barn' }), choose(found, 'guests', 'theirs'))).toEqual({
      guests: 8,
      name: 'Mill',
    })
  })

  it('shows the newest value of the other person, and ends when both are equal', () => {
    expect(refreshed(found, known(5, { guests: 9, name: 'Barn' })).conflicts['guests']).toMatchObject({
      theirs: 9,
      version: 5,
    })
    expect(refreshed(found, known(5, { guests: 5, name: 'Barn' })).conflicts).toEqual({})
  })
})
