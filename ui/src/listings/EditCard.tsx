import { useState, type ReactNode } from 'react'
import { Button } from '@mui/material'
import { useCan } from '../access/session.ts'
import { problemText } from '../data/problems.ts'
import type { Listing } from '../data/records.ts'
import { useCommand } from '../data/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../ui/Card.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useSaved } from '../ui/useSaved.tsx'
import styles from './ListingPage.module.css'

export type Line = Readonly<{ label: string; value: string }>
/** What a draft would send and change; null while a field is wrong. */
export type Reading = Readonly<{ body: unknown; patch: Partial<Listing> }> | null

type Props<D> = {
  title: string
  listing: Listing
  verb: string
  /** The section in words; also what is compared when someone else changed it. */
  lines: (listing: Listing) => readonly Line[]
  draftOf: (listing: Listing) => D
  read: (draft: D, listing: Listing) => Reading
  form: (draft: D, set: (part: Partial<D>) => void) => ReactNode
  /** Below the lines, such as the policy's sentences. */
  children?: ReactNode
}

const Stale = ({ now, yours, onMine, onTheirs }: { now: readonly Line[]; yours: readonly Line[]; onMine: () => void; onTheirs: () => void }) => {
  const t = useText()
  const different = now.flatMap(({ label, value }) => {
    const mine = yours.find((line) => line.label === label)?.value ?? value
    return mine === value ? [] : [{ label, value, mine }]
  })
  return (
    <div role="alert" className={styles['stale']}>
      <div><h3>{t('listings.stale')}</h3><p className="q">{t(different.length > 0 ? 'listings.staleText' : 'listings.staleElsewhere')}</p></div>
      {different.length > 0 && (
        <table>
          <thead><tr><th scope="col"><span className="sr">{t('listings.title')}</span></th><th scope="col">{t('listings.now')}</th><th scope="col">{t('listings.yours')}</th></tr></thead>
          <tbody>{different.map(({ label, value, mine }) => <tr key={label}><th scope="row">{label}</th><td>{value}</td><td className="strong">{mine}</td></tr>)}</tbody>
        </table>
      )}
      <div className={styles['actions']}>
        <Button variant="contained" color="primary" onClick={onMine}>{t('listings.useMine')}</Button>
        <Button onClick={onTheirs}>{t('listings.useTheirs')}</Button>
      </div>
    </div>
  )
}

/** A section of a listing that is read, and changed in place. When someone else changed it meanwhile, both values are shown. */
export const EditCard = <D extends object>({ title, listing, verb, lines, draftOf, read, form, children }: Props<D>) => {
  const t = useText()
  const may = useCan('listing.write')
  const saved = useSaved()
  const [edited, setEdited] = useState<{ opened: Listing; draft: D } | null>(null)
  const command = useCommand({
    resource: 'listings', verb, ifMatch: true, touches: ['claims'],
    onSuccess: () => {
      setEdited(null)
      saved(t('listings.saved', { what: title, title: listing.title }))
    },
  })
  const shown = lines(listing)
  const reading = edited && read(edited.draft, listing)
  const yours = reading ? lines({ ...listing, ...reading.patch }) : shown
  const same = (a: readonly Line[], b: readonly Line[]) => JSON.stringify(a) === JSON.stringify(b)
  const dirty = edited !== null && JSON.stringify(edited.draft) !== JSON.stringify(draftOf(edited.opened))
  const stale = edited !== null && !command.pending && !same(shown, lines(edited.opened)) && !same(shown, yours)
  const send = () => reading && command.run({ record: { id: listing.id, revision: listing.revision }, body: reading.body, patch: reading.patch })
  const close = () => {
    setEdited(null)
    command.reset()
  }

  if (edited === null) {
    return (
      <Card title={title} action={may ? <Button variant="text" size="small" onClick={() => setEdited({ opened: listing, draft: draftOf(listing) })} aria-label={`${t('listings.edit')}: ${title}`}>{t('listings.edit')}</Button> : undefined}>
        <dl className={`${styles['lines']} num`}>{shown.map(({ label, value }) => <div key={label}><dt>{label}</dt><dd>{value}</dd></div>)}</dl>
        {children}
      </Card>
    )
  }
  return (
    <Card title={title}>
      <form className={styles['body']} noValidate onSubmit={(event) => { event.preventDefault(); if (dirty && !stale) send() }}>
        {form(edited.draft, (part) => setEdited({ ...edited, draft: { ...edited.draft, ...part } }))}
        <p className="cap c">{t('listings.futureOnly')}</p>
        {command.error !== null && !stale && <p role="alert" className="bad-ink small">{problemText(command.error, t)}</p>}
        {stale ? <Stale now={shown} yours={yours} onMine={() => { setEdited({ ...edited, opened: listing }); send() }} onTheirs={close} /> : (
          <div className={styles['actions']}>
            <Button type="submit" variant="contained" color="primary" disabled={!dirty || reading === null || command.paused} loading={command.pending && !command.paused}>{t('listings.save')}</Button>
            <Button onClick={close}>{t('listings.cancel')}</Button>
          </div>
        )}
        {command.paused && <p className="q">{t('calendar.waits')}</p>}
      </form>
      <UnsavedGuard unsaved={dirty && !command.pending} />
    </Card>
  )
}
