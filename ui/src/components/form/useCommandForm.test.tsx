import { useState } from 'react'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { zId } from '@hearth/contracts/kernel/ids'
import { zLine } from '@hearth/contracts/kernel/text'
import { useCommand } from '../../data/commands/useCommand.ts'
import { fakeApi } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { ProblemText } from '../feedback/ProblemText.tsx'
import { CommandForm } from './CommandForm.tsx'
import { CheckboxField } from './fields/CheckboxField.tsx'
import { MoneyField } from './fields/NumberField.tsx'
import { RadioField } from './fields/RadioField.tsx'
import { SelectField } from './fields/SelectField.tsx'
import { TextField } from './fields/TextField.tsx'
import { useCommandForm } from './useCommandForm.ts'

const schema = z.strictObject({
  holder: zLine(1, 20),
  note: zLine(2, 20).nullable(),
  depositMinor: z.int().min(100),
  kind: z.enum(['front', 'back']),
  color: z.enum(['red', 'blue']).nullable(),
  lent: z.boolean(),
  listingId: zId,
})
const LISTING = '6f1c2b1e-0d3a-4a57-9b0e-2f6d1c9a7e10'
const first: z.input<typeof schema> = {
  holder: 'Ada',
  note: 'porch',
  depositMinor: 9850,
  kind: 'front',
  color: 'red',
  lent: false,
  listingId: LISTING,
}

const KeyForm = ({ values = first }: { values?: typeof first }) => {
  const command = useCommand({ resource: 'keys' })
  const form = useCommandForm({ schema, values, command, send: (body) => command.run({ body }) })
  const { control } = form
  return (
    <CommandForm form={form}>
      <TextField control={control} name="holder" label="Holder" help="Who has it" wrong="Enter a name" />
      <TextField control={control} name="note" label="Note" optional />
      <MoneyField control={control} name="depositMinor" label="Deposit" currency="USD" wrong="Too little" />
      <RadioField
        control={control}
        name="kind"
        label="Door"
        options={[
          { value: 'front', label: 'Front' },
          { value: 'back', label: 'Back' },
        ]}
      />
      <SelectField
        control={control}
        name="color"
        label="Color"
        none="No color"
        options={[{ value: 'red', label: 'Red' }]}
      />
      <CheckboxField control={control} name="lent" label="Lent" />
      <ProblemText error={form.error} />
      <button type="submit" disabled={!form.dirty}>
        Save
      </button>
      <button type="button" onClick={form.reset}>
        Discard
      </button>
    </CommandForm>
  )
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const refuse = (errors?: readonly { pointer: string; detail: string }[]) => ({
  status: 422,
  body: { type: 'urn:problem:validation-failed', title: '', status: 422, code: 'VALIDATION_FAILED', errors },
})

afterEach(() => vi.unstubAllGlobals())

it('sends what the schema makes of the fields', async () => {
  const { calls } = fakeApi({ 'POST /api/keys': () => ({ body: { id: 'k1', revision: 1, events: [] } }) })
  renderAt('/', <KeyForm />)
  type('Holder', ' Grace ')
  type('Note', '')
  type('Deposit', '12,5')
  fireEvent.click(screen.getByLabelText('Back'))
  type('Color', '')
  fireEvent.click(screen.getByLabelText('Lent'))
  save()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({
    holder: 'Grace',
    note: null,
    depositMinor: 1250,
    kind: 'back',
    color: null,
    lent: true,
    listingId: LISTING,
  })
})

it('says at the field what is wrong, in place of its help, and sends nothing', async () => {
  const { calls } = fakeApi({})
  renderAt('/', <KeyForm />)
  const holder = screen.getByLabelText('Holder')
  expect(holder).toHaveAccessibleDescription('Who has it')
  type('Holder', '')
  await waitFor(() => expect(holder).toHaveAccessibleDescription('Enter a name'))
  expect(holder).toBeInvalid()
  type('Deposit', 'much')
  await waitFor(() => expect(screen.getByLabelText('Deposit')).toHaveAccessibleDescription('Too little'))
  expect(screen.getByLabelText('Deposit')).toHaveValue('much')
  save()
  await waitFor(() => expect(holder).toHaveFocus())
  expect(calls).toEqual([])
  type('Holder', 'Grace')
  await waitFor(() => expect(holder).toBeValid())
})

it('says so above the button where no field shows what is wrong', async () => {
  const { calls } = fakeApi({})
  renderAt('/', <KeyForm values={{ ...first, listingId: 'cedar' }} />)
  type('Holder', 'Grace')
  save()
  expect(await screen.findByRole('alert')).toHaveTextContent('listingId must be a lowercase UUID')
  expect(calls).toEqual([])
})

it('maps reasons of the server onto fields, until the field changes', async () => {
  fakeApi({ 'POST /api/keys': () => refuse([{ pointer: '/holder', detail: 'must be a member' }]) })
  renderAt('/', <KeyForm />)
  type('Holder', 'Grace')
  save()
  expect(await screen.findByRole('alert')).toHaveTextContent('Holder must be a member.')
  expect(screen.getByLabelText('Holder')).toHaveAccessibleDescription('Holder must be a member.')
  expect(screen.getByLabelText('Holder')).toHaveValue('Grace')
  type('Holder', 'Joan')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('shows a refusal without a field as the form’s', async () => {
  fakeApi({ 'POST /api/keys': () => refuse([{ pointer: '/listingId', detail: 'has no keys' }]) })
  renderAt('/', <KeyForm />)
  type('Holder', 'Grace')
  save()
  expect(await screen.findByRole('alert')).toHaveTextContent('listingId has no keys')
})

it('follows the record, except in fields that the person changed', async () => {
  fakeApi({})
  const Page = () => {
    const [values, setValues] = useState(first)
    return (
      <>
        <KeyForm values={values} />
        <button onClick={() => setValues({ ...first, holder: 'Joan', note: 'shed' })}>Theirs</button>
      </>
    )
  }
  renderAt('/', <Page />)
  type('Holder', 'Grace')
  fireEvent.click(screen.getByRole('button', { name: 'Theirs' }))
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('shed'))
  expect(screen.getByLabelText('Holder')).toHaveValue('Grace')
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByLabelText('Holder')).toHaveValue('Joan'))
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

it('counts as unchanged once the record shows what was saved, and follows it again', async () => {
  fakeApi({ 'POST /api/keys': () => ({ body: { id: 'k1', revision: 2, events: [] } }) })
  const Page = () => {
    const [values, setValues] = useState(first)
    return (
      <>
        <KeyForm values={values} />
        <button onClick={() => setValues({ ...first, holder: 'Grace' })}>Saved</button>
        <button onClick={() => setValues({ ...first, holder: 'Joan' })}>Theirs</button>
      </>
    )
  }
  renderAt('/', <Page />)
  type('Holder', 'Grace')
  save()
  fireEvent.click(screen.getByRole('button', { name: 'Saved' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled())
  fireEvent.click(screen.getByRole('button', { name: 'Theirs' }))
  await waitFor(() => expect(screen.getByLabelText('Holder')).toHaveValue('Joan'))
})
