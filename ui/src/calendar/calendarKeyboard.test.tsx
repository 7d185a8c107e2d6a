import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { night, openCalendar } from './testing/openCalendar.tsx'

const NOW = '2026-07-16T14:00:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the calendar by keyboard', () => {
  const press = (key: string, shiftKey = false) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey })

  it('starts at today, selects with Shift, blocks with B and restores the focus', async () => {
    const api = await openCalendar()
    const [start] = screen.getAllByLabelText(/ Jul 2026/).filter((cell) => cell.tabIndex === 0)
    expect(start).toHaveAccessibleName(/^Thu 16 Jul 2026, available/)
    act(() => start?.focus())
    for (let step = 0; step < 8; step += 1) press('ArrowRight')
    expect(document.activeElement).toBe(night('Fri 24 Jul'))
    press('ArrowRight', true)
    expect(
      screen.getByText('2 nights of Juniper Cabin selected, Fri 24 – Sun 26 Jul 2026'),
    ).toBeInTheDocument()
    press('b')
    const panel = await screen.findByRole('dialog', { name: /2 nights/ })
    await waitFor(() => expect(within(panel).getByLabelText('Reason')).toHaveFocus())
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(night('Sat 25 Jul'))
    expect(api.sent()).toEqual([])
  })

  it('explains a night with E and opens a bar with Enter', async () => {
    await openCalendar()
    act(() => night('Sat 18 Jul').focus())
    press('e')
    expect(await screen.findByText(/The gap is shorter than 2 nights/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/listings/l1')
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('Enter')
    expect(screen.getByTestId('address')).toHaveTextContent('/bookings/b1')
  })
})
