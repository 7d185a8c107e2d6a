import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { ExplainedEntry } from '@hearth/contracts/ledger'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Icon } from '../components/display/icons.tsx'
import { formatDay } from '../components/dates/localDate.ts'
import styles from './ExplainTree.module.css'
import { SumLine } from './SumLine.tsx'
import './texts.ts'
import { useComponentText } from './useComponentText.ts'
import { Why } from './Why.tsx'

/** Formats the dates within a sentence of the ledger. */
const withDays = (text: string) => text.replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => formatDay(date))

type EntryProps = {
  entry: ExplainedEntry
  zone: string
  opened: boolean
  /** The component that is open at first. */ first: string | undefined
  withLink: boolean
}

const Entry = ({ entry, zone, opened, first, withLink }: EntryProps) => {
  const t = useText()
  const formatSentence = useComponentText()
  const [open, setOpen] = useState(opened)
  // An entry with one component is open.
  const [shown, setShown] = useState(
    first ?? (entry.components.length === 1 ? entry.components[0]?.code : undefined),
  )
  return (
    <li className={styles['entry']}>
      <button type="button" className={styles['head']} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'down' : 'right'} size={16} />
        <span>
          <b className="strong">{entry.title}</b>
          <small>{withDays(entry.text)}</small>
        </span>
        <span className={`num ${styles['amount']}`}>{formatAmount(entry.amountMinor, entry.currency)}</span>
      </button>
      {open && (
        <>
          <ul className={styles['parts']}>
            {entry.components.map((component) => (
              <li key={component.code} className={shown === component.code ? styles['on'] : undefined}>
                <button
                  type="button"
                  aria-expanded={shown === component.code}
                  onClick={() => setShown(shown === component.code ? undefined : component.code)}
                >
                  <span>{formatSentence(component.code)}</span>
                  <span className="num">{formatAmount(component.amountMinor, entry.currency)}</span>
                </button>
                {shown === component.code && <Why component={component} entry={entry} zone={zone} />}
              </li>
            ))}
          </ul>
          <SumLine check={entry.check} currency={entry.currency} small />
          {withLink && entry.bookingId !== null && (
            <p className={styles['link']}>
              <Link to={to.booking(entry.bookingId)}>{t('payout.why.booking')}</Link>
            </p>
          )}
        </>
      )}
    </li>
  )
}

type Props = {
  entries: readonly ExplainedEntry[]
  zone: string
  /** The component of the first entry that is open at first. */ first?: string | undefined
  openFirst?: boolean
  withLink?: boolean
}

/** Entries of the ledger down to the events behind them: line, part, formula with its numbers, event. */
export const ExplainTree = ({ entries, zone, first, openFirst = false, withLink = false }: Props) => (
  <ul>
    {entries.map((entry, index) => (
      <Entry
        key={entry.entryId}
        entry={entry}
        zone={zone}
        opened={openFirst && index === 0}
        first={openFirst && index === 0 ? first : undefined}
        withLink={withLink}
      />
    ))}
  </ul>
)
