import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@mui/material'
import { useNavigate } from 'react-router-dom'
import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { MAX_ITEMS } from '@hearth/contracts/reimbursement'
import { formatReaderInstant, formatRange } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { readDraft } from '../../data/drafts.ts'
import { useOnline } from '../../data/http/useOnline.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { ClockCard } from '../detail/ClockCard.tsx'
import claimStyles from '../detail/Claim.module.css'
import { EvidenceUploadsProvider, useEvidenceUploads } from '../evidence/useEvidenceUploads.ts'
import { OnTheirWay } from '../evidence/OnTheirWay.tsx'
import { IncidentOfClaim } from '../incident/IncidentOfClaim.tsx'
import { ReimbursementStatus } from '../parts/ReimbursementStatus.tsx'
import styles from './Draft.module.css'
import { IfSentCard } from './IfSentCard.tsx'
import { idOfItem, ItemCard } from './ItemCard.tsx'
import { listNeeds } from './listNeeds.ts'
import { NeedsCard } from './NeedsCard.tsx'
import { NewItem } from './NewItem.tsx'
import { nameKept, type SaveState } from './useItemSaving.ts'

type Of = Readonly<{ claim: ReimbursementRecord }>
const HOURS_OF_DAY = 24

/** Discards the draft, once the host confirms. */
const Discard = ({ claim }: Of) => {
  const t = useText()
  const navigate = useNavigate()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const command = useCommand({
    resource: 'reimbursements',
    verb: 'withdraw',
    onSuccess: () => {
      saved(t('reimbursement.draft.discarded'))
      void navigate(to.reimbursements())
    },
  })
  return (
    <>
      <Button size="small" color="error" onClick={() => setOpen(true)}>
        {t('reimbursement.draft.discardClaim')}
      </Button>
      <ConfirmCommand
        open={open}
        destructive
        title={t('reimbursement.draft.discardTitle')}
        confirm={t('reimbursement.draft.discardClaim')}
        keep={t('reimbursement.draft.keep')}
        pending={command.pending}
        error={command.error}
        onConfirm={() => command.run({ record: claim, body: {} })}
        onClose={() => setOpen(false)}
      >
        {t('reimbursement.draft.discardText')}
      </ConfirmCommand>
    </>
  )
}

const Header = ({ claim, note }: Of & Readonly<{ note: string | undefined }>) => {
  const t = useText()
  const listing = useListings([claim.listingId]).get(claim.listingId)
  const { guestName, kind, code } = claim
  const name = guestName ?? t('reimbursement.guest')
  return (
    <PageHeader
      title={
        kind === 'expense'
          ? t('reimbursement.draft.titleExpense')
          : t('reimbursement.draft.titleOf', { name })
      }
      detail={listing?.title}
      crumbs={[{ label: t('reimbursement.title'), to: to.reimbursements() }, { label: code }]}
      aside={<ReimbursementStatus claim={claim} />}
      actions={
        <>
          {note !== undefined && (
            <span className="small q" role="status">
              {note}
            </span>
          )}
          <Discard claim={claim} />
        </>
      }
    />
  )
}

/** The three steps of a claim, and which one is next. */
const Steps = ({ claim, missing }: Of & Readonly<{ missing: number }>) => {
  const t = useText()
  const { checkIn, checkOut, closesAt, kind } = claim
  const stay =
    checkIn !== null && checkOut !== null ? formatRange(checkIn, checkOut) : t(`reimbursement.kind.${kind}`)
  const steps = [
    { key: 'stay', state: 'done', title: t('reimbursement.draft.steps.stay'), text: stay },
    {
      key: 'items',
      state: missing === 0 ? 'done' : 'now',
      title: t('reimbursement.draft.steps.items'),
      text:
        missing === 0
          ? t('reimbursement.draft.ready')
          : t('reimbursement.draft.missing', { smart_count: missing }),
    },
    {
      key: 'send',
      state: missing === 0 ? 'now' : 'next',
      title: t('reimbursement.draft.steps.send'),
      text:
        closesAt === null
          ? t('reimbursement.draft.anyTime')
          : t('reimbursement.draft.by', { at: formatReaderInstant(closesAt) }),
    },
  ]
  return (
    <ol className={styles['steps']} aria-label={t('reimbursement.draft.steps.label')}>
      {steps.map(({ key, state, title, text }) => (
        <li key={key} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <b>{title}</b>
          <span className="num">{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** Which items are open, and what is saved of each. */
const useItems = (claim: ReimbursementRecord) => {
  const items = claim.items ?? []
  const [opened, setOpened] = useState<readonly string[]>(items.length === 1 ? [items[0]!.itemId] : [])
  const [known, setKnown] = useState(items.map(({ itemId }) => itemId))
  // One that was just added is open: its photos come next.
  const added = items.flatMap(({ itemId }) => (known.includes(itemId) ? [] : [itemId]))
  if (added.length > 0) {
    setKnown([...known, ...added])
    setOpened([...opened, ...added])
  }
  const [states, setStates] = useState<Readonly<Record<string, SaveState>>>({})
  const [savedAt, setSavedAt] = useState<string>()
  const saving = items.map(({ itemId }) => states[itemId] ?? 'saved')
  return {
    items,
    isOpen: (itemId: string) => opened.includes(itemId),
    toggle: (itemId: string) =>
      setOpened((now) => (now.includes(itemId) ? now.filter((each) => each !== itemId) : [...now, itemId])),
    open: (itemId: string) => setOpened((now) => (now.includes(itemId) ? now : [...now, itemId])),
    report: (itemId: string, state: SaveState) => {
      if (state === 'saved' && states[itemId] === 'saving') setSavedAt(new Date().toISOString())
      setStates((now) => (now[itemId] === state ? now : { ...now, [itemId]: state }))
    },
    state: saving.includes('unsaved') ? 'unsaved' : saving.includes('saving') ? 'saving' : 'saved',
    savedAt,
  } as const
}

/** What the page says about what was typed: saved, being saved, or kept in this browser. */
const useSaveNote = ({ state, savedAt }: ReturnType<typeof useItems>): string | undefined => {
  const t = useText()
  const online = useOnline()
  if (!online) return t('reimbursement.draft.keptLocally')
  if (state === 'unsaved') return t('reimbursement.draft.unsaved')
  if (state === 'saving') return t('reimbursement.draft.saving')
  return savedAt === undefined
    ? undefined
    : t('reimbursement.draft.saved', { at: formatReaderInstant(savedAt) })
}

const useSend = (claim: ReimbursementRecord) => {
  const t = useText()
  const saved = useSaved()
  const name = claim.guestName ?? t('reimbursement.guest')
  return useCommand({
    resource: 'reimbursements',
    verb: 'submit',
    onSuccess: () =>
      saved(
        claim.kind === 'expense'
          ? t('reimbursement.draft.sentExpense')
          : t('reimbursement.draft.sent', { name, days: claim.terms.guestHours / HOURS_OF_DAY }),
      ),
  })
}

/** A claim that is not sent yet: its items with their proof, what is missing, and what happens if it is sent. */
const DraftView = ({ claim }: Of) => {
  const t = useText()
  const uploads = useEvidenceUploads(claim)
  const items = useItems(claim)
  const note = useSaveNote(items)
  const none = items.items.length === 0
  const [adding, setAdding] = useState(() => readDraft(nameKept(claim.id, null)) !== '')
  const send = useSend(claim)
  const now = useNow(MINUTE_MS)
  const refused = uploads.all.filter(({ state }) => state === 'refused').length
  const needs = listNeeds(claim, {
    t,
    uploading: uploads.all.length - refused,
    refused,
    unsaved: items.state !== 'saved' || (adding && !none),
    now,
  })
  const missing = needs.filter(({ done }) => !done)
  const show = (itemId: string) => {
    flushSync(() => items.open(itemId))
    const card = document.getElementById(idOfItem(itemId))
    card?.scrollIntoView({ block: 'start' })
    card?.querySelector<HTMLElement>('[data-wanted]')?.focus({ preventScroll: true })
  }
  const next = missing.find(({ itemId }) => itemId !== undefined)
  const submit = () => send.run({ record: claim, body: {} })
  return (
    <EvidenceUploadsProvider value={uploads}>
      <Header claim={claim} note={note} />
      <Steps claim={claim} missing={missing.length} />
      <div className={claimStyles['columns']}>
        <div className={claimStyles['column']}>
          {items.items.map((item, index) => (
            <ItemCard
              key={item.itemId}
              claim={claim}
              item={item}
              number={index + 1}
              open={items.isOpen(item.itemId)}
              onToggle={() => items.toggle(item.itemId)}
              onState={items.report}
            />
          ))}
          <OnTheirWay itemId={null} />
          {(adding || none) && (
            <NewItem
              claim={claim}
              onAdded={() => setAdding(false)}
              onDiscard={none ? undefined : () => setAdding(false)}
            />
          )}
          {!adding && !none && items.items.length < MAX_ITEMS && (
            <div>
              <Button onClick={() => setAdding(true)}>
                <Icon name="plus" size={16} />
                {t('reimbursement.draft.addItem')}
              </Button>
            </div>
          )}
        </div>
        <div className={claimStyles['column']}>
          <NeedsCard needs={needs} pending={send.pending} error={send.error} onSend={submit} onShow={show} />
          <IncidentOfClaim claim={claim} />
          <IfSentCard claim={claim} />
          <ClockCard claim={claim} />
        </div>
      </div>
      <div className={styles['bar']} data-print="hide">
        {next?.itemId !== undefined && (
          <Button onClick={() => show(next.itemId ?? '')}>
            {t('reimbursement.draft.missing', { smart_count: missing.length })}
          </Button>
        )}
        <Button
          variant="contained"
          color="primary"
          disabled={missing.length > 0}
          loading={send.pending}
          onClick={submit}
        >
          {t('reimbursement.draft.send')}
        </Button>
      </div>
    </EvidenceUploadsProvider>
  )
}
export default DraftView
