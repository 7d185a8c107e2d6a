import { useEffect, useEffectEvent, useState } from 'react'
import { forgetKept, useKeptForm } from '../../components/form/useKeptForm.ts'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { fromItem, itemSchema, toBody, type ItemForm } from './itemForm.ts'

/** How long a pause in typing is before an item is saved. */
const PAUSE_MS = 900

export type SaveState = 'saved' | 'saving' | 'unsaved'
type Item = NonNullable<ReimbursementRecord['items']>[number]

/** Where what was typed into an item is kept until it is saved; null: into one that is new. */
export const nameKept = (claimId: string, itemId: string | null) =>
  `reimbursement/${claimId}/item/${itemId ?? 'new'}`

/**
 * The form of a saved item. It is saved after each pause in typing; until then this browser keeps what was
 * typed.
 */
export const useItemSaving = (
  claim: ReimbursementRecord,
  item: Item,
): Readonly<{ form: ItemForm; state: SaveState }> => {
  const cleaningMinor = claim.cleaningMinor ?? 0
  const { itemId } = item
  const command = useCommand({ resource: 'reimbursements', verb: 'change-item' })
  const [sent, setSent] = useState<string>()
  const form = useCommandForm({
    schema: itemSchema,
    values: fromItem(item, cleaningMinor),
    command,
    send: (answers) => {
      setSent(JSON.stringify(answers))
      command.run({ record: claim, body: { itemId, ...toBody(answers, cleaningMinor) } })
    },
  })
  useKeptForm(nameKept(claim.id, itemId), form)
  const { body, dirty, pending, error } = form
  const text = JSON.stringify(body)
  const save = useEffectEvent(() => {
    // The list may not show yet what was saved last.
    if (sent !== text) form.submit()
  })
  const due = dirty && body !== undefined && !pending
  useEffect(() => {
    if (!due) return undefined
    const timer = setTimeout(save, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [due, text])
  const isSaved = !dirty || (sent === text && !pending && error === null)
  return { form, state: pending ? 'saving' : isSaved ? 'saved' : 'unsaved' }
}

/** The form of a new item; it is added with its button, so that nothing is added by half. */
export const useNewItem = (claim: ReimbursementRecord, values: ItemForm['values'], onAdded: () => void) => {
  const cleaningMinor = claim.cleaningMinor ?? 0
  const kept = nameKept(claim.id, null)
  const command = useCommand({
    resource: 'reimbursements',
    verb: 'add-item',
    onSuccess: () => {
      forgetKept(kept)
      onAdded()
    },
  })
  const form = useCommandForm({
    schema: itemSchema,
    values,
    command,
    send: (answers) => command.run({ record: claim, body: toBody(answers, cleaningMinor) }),
    mode: 'onSubmit',
  })
  useKeptForm(kept, form)
  return form
}
