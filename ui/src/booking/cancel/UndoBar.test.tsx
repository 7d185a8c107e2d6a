import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { booking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { announcementMinutes } from '../../components/dates/countdown.ts'
import { UndoBar } from './UndoBar.tsx'

const start = Date.parse('2026-06-20T12:00:00.000Z')

describe('the undo bar', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start, shouldAdvanceTime: true })
    fakeApi({
      'GET /api/session': () => ({ body: session }),
      'GET /api/bookings': () =>
        list([
          {
            ...booking,
            status: 'cancelling',
            statusBefore: 'confirmed',
            effectiveAt: new Date(start + 600_000).toISOString(),
          },
        ]),
    })
  })
  afterEach(() => vi.useRealTimers())
  const pass = (milliseconds: number) =>
    act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))
  const said = () => screen.getByRole('status').textContent

  it('counts down, announces at the start, at 5 and at 1 minute, and leaves at the end', async () => {
    renderAt('/', <UndoBar />)
    expect(await screen.findByText('Cancelling HB-7K2M9QXD, Daniel W.')).toBeVisible()
    expect(said()).toBe('Cancelling HB-7K2M9QXD: 10 minutes left to keep the booking.')
    expect(document.body).toHaveAttribute('data-undo')
    await pass(240_000)
    expect(said()).toContain('10 minutes')
    await pass(61_000)
    expect(said()).toContain('5 minutes')
    expect(screen.getByRole('timer').textContent).toMatch(/^4:5\d$/)
    await pass(241_000)
    expect(said()).toContain('1 minute left')
    await pass(60_000)
    expect(screen.queryByRole('timer')).toBeNull()
    expect(document.body).not.toHaveAttribute('data-undo')
  })

  it('announces three times, not every second', () => {
    const minutes = Array.from({ length: 600 }, (_, second) => announcementMinutes(600_000 - second * 1000))
    expect(minutes.filter((value, index) => value !== minutes[index - 1])).toEqual([10, 5, 1])
  })
})
