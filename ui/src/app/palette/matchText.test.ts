import { describe, expect, it } from 'vitest'
import { isNear, MISTAKEN, scoreMatch, splitTyped } from './matchText.ts'

describe('isNear', () => {
  it.each([
    ['wrong', 'calendar', 'calandar'],
    ['missing', 'calendar', 'calndar'],
    ['too many', 'calendar', 'caleendar'],
    ['swapped', 'calendar', 'claendar'],
    ['none', 'calendar', 'calendar'],
  ])('allows one letter: %s', (_, word, typed) => expect(isNear(word, typed)).toBe(true))

  it('refuses two', () => expect(isNear('calendar', 'clandar')).toBe(false))
})

describe('scoreMatch', () => {
  it('prefers the beginning of a title, then its middle, other words and mistakes', () => {
    const scores = [
      scoreMatch('Team', '', 'team'),
      scoreMatch('Cedar Steam House', '', 'team'),
      scoreMatch('Invite someone', 'team', 'team'),
      scoreMatch('Invite someone', 'team', 'tean'),
    ]
    expect(scores).toEqual([0, 1, 2, MISTAKEN + 2])
  })

  it('needs every word, in any order, without regard to accents and case', () => {
    expect(scoreMatch('Block nights at Cedár House', '', 'cedar BLOCK')).toBe(0)
    expect(scoreMatch('Block nights', '', 'block cedar')).toBeUndefined()
  })
})

describe('splitTyped', () => {
  const typedParts = (text: string, typed: string) =>
    splitTyped(text, typed).flatMap((part) => (part.typed ? [part.text] : []))

  it('marks what was typed', () => expect(typedParts('Amara Okafor', 'okaf AMA')).toEqual(['Ama', 'Okaf']))

  it('marks a code that was typed without its dash', () =>
    expect(typedParts('HB-7NKM8BJ9', 'hb7nkm')).toEqual(['HB-7NKM']))

  it('takes signs literally', () => {
    expect(typedParts('a.b (c)', '(c)')).toEqual(['(c)'])
    expect(splitTyped('Cedar', '.*')).toEqual([{ text: 'Cedar', typed: false }])
  })
})
