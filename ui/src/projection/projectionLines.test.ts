import { describe, expect, it } from 'vitest'
import { formatCount } from '../components/display/formatCount.ts'
import { formatLag, countHolders, createLines, formatPercent, findSlowest } from './projectionLines.ts'
import { NOW, otherBuild, projectionRow, segment } from '../test/projections.ts'

const states = (rows: Parameters<typeof createLines>[0]) =>
  createLines(rows, NOW).map(({ key, state: { tone, plain, text } }) => [
    key,
    tone,
    plain,
    text.split('.').at(-1),
  ])

describe('the lines of the projections', () => {
  it('colour problems only', () => {
    expect(
      states([
        projectionRow({ id: 'booking' }),
        projectionRow({ id: 'claim', parkedStreams: 2 }),
        projectionRow({ id: 'event_log', state: 'stopped' }),
        projectionRow({ id: 'listing', state: 'unheld' }),
        projectionRow({ id: 'notice', lagMs: 6_000 }),
        projectionRow({ id: 'policy', state: 'building' }),
      ]),
    ).toEqual([
      ['booking.1', 'ok', true, 'live'],
      ['claim.1', 'warn', false, 'parked'],
      ['event_log.1', 'bad', false, 'stopped'],
      ['listing.1', 'bad', false, 'unheld'],
      ['notice.1', 'bad', false, 'behind'],
      ['policy.1', 'info', false, 'buildingFirst'],
    ])
  })

  it('list the other tables below the serving one', () => {
    expect(
      states([
        projectionRow({
          id: 'booking',
          others: [
            otherBuild({ build: 2, status: 'building', progress: 0.634 }),
            otherBuild({ build: 3, status: 'standby' }),
          ],
        }),
      ]).slice(1),
    ).toEqual([
      ['booking.2', 'info', false, 'building'],
      ['booking.3', 'mute', true, 'standby'],
    ])
    expect(formatPercent(0.634)).toBe('63%')
    expect(formatPercent(0.9999)).toBe('99%')
  })

  it('count segments whose lease still runs', () => {
    const row = projectionRow({
      segments: [
        segment({}),
        segment({ segment: 1, leaseUntil: '2026-07-16T13:41:59.000Z' }),
        segment({ segment: 2, holder: null, leaseUntil: null }),
      ],
    })
    expect(createLines([row], NOW)[0]?.held).toEqual({ held: 1, all: 3 })
    expect(countHolders([row], NOW)).toEqual({ processes: 1, held: 1, all: 3 })
    expect(findSlowest([projectionRow({ lagMs: 3 }), projectionRow({ id: 'notice', lagMs: 9 })])?.id).toBe(
      'notice',
    )
  })

  it('format lags and counts for readers', () => {
    expect([0, 240, 48_000, 240_000, 9_000_000].map(formatLag)).toEqual([
      '0.0 s',
      '0.2 s',
      '48 s',
      '4 min',
      '3 h',
    ])
    expect(formatCount('18446744073709551615')).toBe('18,446,744,073,709,551,615')
  })
})
