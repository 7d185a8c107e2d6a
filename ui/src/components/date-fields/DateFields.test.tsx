import { useState } from 'react'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderAt } from '../../test/renderAt.tsx'
import { DateInput } from './DateInput.tsx'
import { DateRangeInput } from './DateRangeInput.tsx'
import type { DatePair } from './pickDay.ts'
import { TimeInput } from './TimeInput.tsx'

const setLocale = (locale: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(locale)

const openDate = (first = '', min: string | undefined = '2026-12-01') => {
  const values: string[] = []
  const Form = () => {
    const [value, setValue] = useState(first)
    const change = (next: string) => {
      values.push(next)
      setValue(next)
    }
    return <DateInput label="Day" value={value} min={min} onChange={change} />
  }
  renderAt('/', <Form />)
  const field = screen.getByLabelText('Day')
  const type = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  return { field, type, last: () => values.at(-1) }
}

describe('a date field', () => {
  it('takes a date of birth where its form does', () => {
    setLocale('en-GB')
    const { field, type, last } = openDate('', '1900-01-01')
    type('12/04/1980')
    expect(last()).toBe('1980-04-12')
    expect(field).toHaveAccessibleDescription(/Sat 12 Apr 1980/)
    expect(field).toBeValid()
  })

  it.each([
    ['en-GB', '13/12/2026', '13/12/2026'],
    ['en-US', '12/13/2026', '12/13/2026'],
    ['en-US', '2026-12-13', '12/13/2026'],
  ])('takes %s %s, and repeats what it understood', (locale, text, written) => {
    setLocale(locale)
    const { field, type, last } = openDate()
    type(text)
    expect(last()).toBe('2026-12-13')
    expect(field).toHaveValue(written)
    expect(field).toHaveAccessibleDescription(/Sun 13 Dec 2026/)
    expect(field).toBeValid()
  })

  it.each([
    ['en-US', '13/12/2026', 'Enter the month first, like 12/31/'],
    ['en-GB', '12/13/2026', 'Enter the day first, like 31/12/'],
    ['en-GB', '31/02/2027', 'This date doesn’t exist.'],
    ['en-GB', '13/12/26', 'Enter the year with four digits, like 31/12/'],
    ['en-GB', 'soon', 'Enter a date like 31/12/'],
    ['en-GB', '30/11/2026', 'Choose Tue 1 Dec 2026 or later.'],
    ['en-GB', '12/04/1980', 'Choose Tue 1 Dec 2026 or later.'],
  ])(
    'refuses %s %s with a sentence once it is left, and never sends it as an empty one',
    (locale, text, sentence) => {
      setLocale(locale)
      const { field, type, last } = openDate('2026-12-20')
      fireEvent.change(field, { target: { value: text } })
      expect(screen.queryByRole('alert')).toBeNull()
      type(text)
      expect(screen.getByRole('alert')).toHaveTextContent(sentence)
      expect(field).toHaveAttribute('aria-invalid', 'true')
      expect(last()).not.toBe('')
      expect(last()).not.toBe('2026-12-20')
    },
  )
})

const openRange = async (pair: DatePair, opener: number) => {
  const Form = () => {
    const [value, setValue] = useState(pair)
    const labels = { start: 'First night', end: 'Available from' }
    return <DateRangeInput kind="nights" labels={labels} pair={value} min="2026-12-01" onChange={setValue} />
  }
  renderAt('/', <Form />)
  const button = screen.getAllByRole('button', { name: 'Open calendar' })[opener]
  if (button) await userEvent.click(button)
  return within(await screen.findByRole('dialog'))
}
const focusedDay = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset['date'] : ''

describe('the calendar of a date field', () => {
  it('moves by keys within and between months, and keeps one day that Tab reaches', async () => {
    const dialog = await openRange({ start: '2026-12-13', end: '2026-12-16' }, 0)
    await waitFor(() => expect(focusedDay()).toBe('2026-12-13'))
    expect(dialog.getAllByRole('grid').map((grid) => grid.getAttribute('aria-labelledby') !== null)).toEqual([
      true,
      true,
    ])
    const moves = [
      ['{ArrowRight}', '2026-12-14'],
      ['{ArrowDown}', '2026-12-21'],
      ['{End}', '2026-12-27'],
      ['{Home}', '2026-12-21'],
      ['{ArrowLeft}{ArrowUp}', '2026-12-13'],
      ['{PageDown}', '2027-01-13'],
      ['{PageDown}', '2027-02-13'],
      ['{PageUp}', '2027-01-13'],
      ['{Shift>}{PageDown}{/Shift}', '2028-01-13'],
      ['{Shift>}{PageUp}{/Shift}', '2027-01-13'],
    ] as const
    for (const [keys, day] of moves) {
      await userEvent.keyboard(keys)
      expect([keys, focusedDay()]).toEqual([keys, day])
      expect(document.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1)
    }
  })

  it('begins its weeks on the day of the locale, and reads out each day with its weekday', async () => {
    setLocale('en-US')
    const dialog = await openRange({ start: '2026-12-13', end: '2026-12-16' }, 0)
    const [grid] = dialog.getAllByRole('grid', { name: 'December 2026' })
    expect(within(grid ?? document.body).getAllByRole('columnheader')[0]).toHaveTextContent('Sun')
    expect(dialog.getByRole('button', { name: 'Sun 13 December 2026, chosen' })).toBeVisible()
    expect(dialog.getByRole('button', { name: /^Mon 30 November|Tue 1 December 2026$/ })).toBeVisible()
  })

  it('chooses the first night, then the day after the last, and closes', async () => {
    await openRange({ start: '2026-12-13', end: '2026-12-16' }, 0)
    await waitFor(() => expect(focusedDay()).toBe('2026-12-13'))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Available from' })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('First night')).toHaveValue('20/12/2026')
    expect(screen.getByLabelText('Available from')).toHaveValue('22/12/2026')
    expect(screen.getByText('Sun 20 – Tue 22 Dec 2026')).toBeVisible()
  })

  it('does not choose days before the first one allowed', async () => {
    const dialog = await openRange({ start: '2026-12-13', end: '2026-12-16' }, 0)
    await waitFor(() => expect(focusedDay()).toBe('2026-12-13'))
    await userEvent.keyboard('{PageUp}')
    expect(focusedDay()).toBe('2026-11-13')
    await userEvent.keyboard('{Enter}')
    expect(dialog.getByRole('button', { name: /^Fri 13 November 2026, not available$/ })).toHaveFocus()
    expect(screen.getByDisplayValue('13/12/2026')).toBeInTheDocument()
  })
})

it('takes a time on either clock, and writes it on the person’s', () => {
  setLocale('en-US')
  const Form = () => {
    const [value, setValue] = useState('')
    return (
      <>
        <TimeInput label="Check-in" value={value} onChange={setValue} />
        <output>{value}</output>
      </>
    )
  }
  renderAt('/', <Form />)
  const field = screen.getByLabelText('Check-in')
  for (const text of ['15:00', '3 pm']) {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
    expect(screen.getByRole('status')).toHaveTextContent('15:00')
    expect(field).toHaveValue('3:00\u00a0PM')
  }
  fireEvent.change(field, { target: { value: '3' } })
  fireEvent.blur(field)
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a time like 3:00 PM.')
})
