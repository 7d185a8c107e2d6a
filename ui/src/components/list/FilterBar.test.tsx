import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderAt } from '../../test/renderAt.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ChoiceForm, TextForm } from './filterForms.tsx'

const clear = () => undefined

it('takes what is typed after a filter was opened, and Enter applies it', async () => {
  const applied = vi.fn<(text: string) => void>()
  const form = () => <TextForm label="Guest or code" value="" onApply={applied} />
  renderAt(
    '/bookings',
    <FilterBar label="Filters" filters={[{ key: 'q', label: 'Guest', value: undefined, clear, form }]} />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Guest' }))
  await userEvent.keyboard('Elena{Enter}')
  expect(applied).toHaveBeenCalledWith('Elena')
})

it('focuses the choice that is set', async () => {
  const choices = ['a', 'b', 'c'].map((key) => ({ key, label: key }))
  const form = () => <ChoiceForm legend="Source" choices={choices} chosen={['b']} onChange={clear} />
  renderAt(
    '/bookings',
    <FilterBar label="Filters" filters={[{ key: 's', label: 'Source', value: 'b', clear, form }]} />,
  )
  await userEvent.click(screen.getByRole('button', { name: /^Source/ }))
  expect(screen.getByRole('radio', { name: 'b' })).toHaveFocus()
})
