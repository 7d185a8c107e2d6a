import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '@hearth/contracts/kernel/problem'
import { en } from '../../i18n/en.ts'
import type { Text } from '../../i18n/text.ts'
import { problemDetails, problemText, readProblemText } from './problems.ts'

const t: Text = (key) => key
const refusal = (code: string, more: object = {}) => ({
  status: 409,
  body: { code, status: 409, title: 'Title', type: '', ...more },
})

describe('problemText', () => {
  it('prefers the server’s detail, then our text, then the title', () => {
    expect(problemText(refusal('INVALID_TRANSITION', { detail: 'The stay has already started' }), t)).toBe(
      'The stay has already started',
    )
    expect(problemText(refusal('INVALID_TRANSITION'), t)).toBe('problems.INVALID_TRANSITION')
    expect(problemText(refusal('ON_HOLD'), t)).toBe('Title')
  })
  it('writes the dates and instants of the server as the reader does', () => {
    const detail = 'Free from 2026-07-16 to 2026-07-18. You could answer until 2026-07-15T10:00:00.000Z.'
    const text = problemText(refusal('WINDOW_CLOSED', { detail }), t)
    expect(text).toMatch(
      /^Free from Thu 16 Jul 2026 to Sat 18 Jul 2026\. You could answer until \w{3} 1[456] Jul/,
    )
    expect(text).not.toMatch(/\d{4}-\d{2}|Z\./)
  })
  it('lists the wrong fields', () => {
    expect(
      problemText(
        refusal('VALIDATION_FAILED', { errors: [{ pointer: '/message', detail: 'is too short' }] }),
        t,
      ),
    ).toBe('message is too short')
  })
  it('distinguishes a missing network from an invalid answer', () => {
    expect(readProblemText(new TypeError('Failed to fetch'), t)).toBe('problems.NETWORK')
    expect(readProblemText({ status: 502, body: 'bad gateway' }, t)).toBe('problems.UNKNOWN')
  })
  it('says of what was sent, and may have arrived, that it is safe to send again', () => {
    expect(problemText(new TypeError('Failed to fetch'), t)).toBe('problems.NETWORK app.notTwice')
    expect(problemText({ status: 502, body: 'bad gateway' }, t)).toBe('problems.UNKNOWN app.notTwice')
    expect(problemText(refusal('INTERNAL'), t)).toBe('problems.INTERNAL app.notTwice')
    expect(readProblemText(refusal('INTERNAL'), t)).toBe('problems.INTERNAL')
  })
  it('has texts for known codes only', () => {
    expect(
      Object.keys(en.problems).filter(
        (code) => !(code in PROBLEMS) && !['NETWORK', 'UNKNOWN'].includes(code),
      ),
    ).toEqual([])
  })
  it('gives support code, digest and correlation id', () => {
    expect(problemDetails(refusal('INTERNAL', { digest: 'd-1', correlationId: 'c-1' }))).toMatch(
      /^INTERNAL, d-1, c-1, \d{4}-/,
    )
  })
})
