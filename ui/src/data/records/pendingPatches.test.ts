import { afterEach, describe, expect, it, vi } from 'vitest'
import { dropPatch, holdPatch, settlePatch, withPending } from './pendingPatches.ts'

const row = (revision: number, status: string) => ({ id: 'b1', revision, status })

describe('what this tab changed', () => {
  afterEach(() => {
    dropPatch('bookings', 'b1')
    vi.useRealTimers()
  })

  it('is laid over rows that do not know it yet, and over no others', () => {
    holdPatch('bookings', 'b1', { status: 'cancelling' })
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('cancelling')
    expect(withPending('listings', row(4, 'confirmed')).status).toBe('confirmed')
    settlePatch('bookings', 'b1', 5)
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('cancelling')
  })

  it('gives way to the first row of the accepted revision, for good', () => {
    holdPatch('bookings', 'b1', { status: 'cancelling' })
    settlePatch('bookings', 'b1', 5)
    expect(withPending('bookings', row(6, 'cancelled')).status).toBe('cancelled')
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('confirmed')
  })

  it('is gone when the command was refused', () => {
    holdPatch('bookings', 'b1', { status: 'cancelling' })
    dropPatch('bookings', 'b1')
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('confirmed')
  })

  it('does not outlive a read side that never reports the revision', () => {
    vi.useFakeTimers()
    holdPatch('bookings', 'b1', { status: 'cancelling' })
    settlePatch('bookings', 'b1', 5)
    vi.advanceTimersByTime(61_000)
    expect(withPending('bookings', row(4, 'confirmed')).status).toBe('confirmed')
  })
})
