import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { zText } from '@hearth/contracts/kernel/text'
import { z } from 'zod'
import { useCommand } from '../../data/commands/useCommand.ts'
import { fakeApi, type Reply } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { useSession } from '../../session/session.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { TextField } from './fields/TextField.tsx'
import { useCommandForm } from './useCommandForm.ts'

const schema = z.strictObject({ why: zText(1, 500), note: zText(0, 500) })
const first = { why: '', note: 'none' }

const Fields = ({ id, only }: { id: string; only?: readonly (keyof typeof first)[] | undefined }) => {
  const command = useCommand({ resource: 'keys', verb: 'return' })
  const form = useCommandForm({
    schema,
    values: first,
    command,
    send: (body) => command.run({ record: { id }, body }),
    draft: only === undefined ? `key/${id}` : { name: `key/${id}`, fields: only },
  })
  return (
    <FormDialog {...form.sending} title="Return" submit="Send" close="Close" onClose={() => undefined}>
      <TextField control={form.control} name="why" label="Why" rows={3} />
      <TextField control={form.control} name="note" label="Note" rows={3} />
    </FormDialog>
  )
}
/** Drafts belong to a person, so the session is known first. */
const Page = (props: Parameters<typeof Fields>[0]) =>
  useSession() === undefined ? null : <Fields {...props} />

const open = async (
  id = 'k1',
  reply: Reply = { body: { id: 'k1', revision: 1, events: [] } },
  only?: readonly (keyof typeof first)[],
) => {
  cleanup()
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: session }),
    [`POST /api/keys/${id}/return`]: () => reply,
  })
  renderAt('/', <Page id={id} only={only} />)
  await screen.findByLabelText('Why')
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
const countDrafts = () => Object.keys(localStorage).filter((name) => name.startsWith('hearth.draft')).length

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

it('has the texts that were typed when it is opened again, for the same record only', async () => {
  await open()
  type('Why', 'The lock was changed.')
  await open('k2')
  expect(screen.getByLabelText('Why')).toHaveValue('')
  await open()
  await waitFor(() => expect(screen.getByLabelText('Why')).toHaveValue('The lock was changed.'))
  expect(screen.getByLabelText('Note')).toHaveValue('none')
})

it('keeps nothing of what is as it was', async () => {
  await open()
  type('Note', 'some')
  await waitFor(() => expect(countDrafts()).toBe(1))
  type('Note', 'none')
  await waitFor(() => expect(countDrafts()).toBe(0))
})

it('sends a draft, and has none after that', async () => {
  await open()
  type('Why', 'The lock was changed.')
  const sent = await open()
  await waitFor(() => expect(screen.getByLabelText('Why')).toHaveValue('The lock was changed.'))
  send()
  await waitFor(() => expect(sent()).toEqual([{ why: 'The lock was changed.', note: 'none' }]))
  await waitFor(() => expect(countDrafts()).toBe(0))
})

it('keeps what was refused', async () => {
  await open('k1', {
    status: 403,
    body: { type: '', title: 'No', status: 403, code: 'FORBIDDEN' },
  })
  type('Why', 'The lock was changed.')
  send()
  expect(await screen.findByRole('alert')).toBeVisible()
  await waitFor(() => expect(countDrafts()).toBe(1))
  await open()
  await waitFor(() => expect(screen.getByLabelText('Why')).toHaveValue('The lock was changed.'))
})

it('keeps only the fields that are named, so that a number or a code never is', async () => {
  await open('k1', undefined, ['note'])
  type('Why', 'DE89370400440532013000')
  type('Note', 'the main door')
  await waitFor(() => expect(countDrafts()).toBe(1))
  expect(JSON.stringify(localStorage)).not.toContain('DE89370400440532013000')
  await open('k1', undefined, ['note'])
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('the main door'))
  expect(screen.getByLabelText('Why')).toHaveValue('')
})
