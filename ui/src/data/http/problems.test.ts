import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '@hearth/contracts/kernel/problem'
import { en } from '../../i18n/en.ts'
import type { Text } from '../../i18n/text.ts'
import { problemDetails, problemText } from './problems.ts'

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
  it('lists the wrong fields', () => {
    expect(
      problemText(
        refusal('VALIDATION_FAILED', { errors: [{ pointer: '/message', detail: 'is too short' }] }),
        t,
      ),
    ).toBe('message is too short')
  })
  it('distinguishes a missing network from an invalid answer', () => {
    expect(problemText(new TypeError('Failed to fetch'), t)).toBe('problems.NETWORK')
    expect(problemText({ status: 502, body: 'bad gateway' }, t)).toBe('problems.UNKNOWN')
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
