import { afterEach, describe, expect, it, vi } from 'vitest'
import { dropPatch, holdPatch, settlePatch, withPending } from './pendingPatches.ts'

const row = (revision: number, status: string) => ({ id: 'b1', revision, status })

describe('what this tab changed', () => {
  afterEach(() => {
    dropPatch('bookings', 'b1')
    vi.useRealTimers()
  })

  it('is applied to older rows only', () => {
    holdPatch('bookings', 'b1', { status: 'cancelling' })
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('cancelling')
    expect(withPending('listings', row(4, 'confirmed')).status).toBe('confirmed')
    settlePatch('bookings', 'b1', 5)
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('cancelling')
  })

  it('ends with the first row of the accepted revision', () => {
    holdPatch('bookings', 'b1', { status: 'cancelling' })
    settlePatch('bookings', 'b1', 5)
    expect(withPending('bookings', row(6, 'cancelled')).status).toBe('cancelled')
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('confirmed')
  })

  it('is removed when the command is refused', () => {
    holdPatch('bookings', 'b1', { status: 'cancelling' })
    dropPatch('bookings', 'b1')
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('confirmed')
  })

  it('expires when the read side never reports the revision', () => {
    vi.useFakeTimers()
    holdPatch('bookings', 'b1', { status: 'cancelling' })
    settlePatch('bookings', 'b1', 5)
    vi.advanceTimersByTime(61_000)
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('confirmed')
  })
})
