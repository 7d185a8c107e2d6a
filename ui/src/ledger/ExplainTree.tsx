import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { BreakdownLine, ExplainedEntry } from '@hearth/contracts/ledger'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Icon } from '../components/display/icons.tsx'
import styles from './ExplainTree.module.css'
import { nameEntry, nameEntryOfStay } from './nameEntry.ts'
import { SumLine } from './SumLine.tsx'
import './texts.ts'
import { useComponentText } from './useComponentText.ts'
import { Why } from './Why.tsx'

/** An entry, with its share of the amount that was opened unless the whole of it was. */
export type Line = ExplainedEntry & Partial<Pick<BreakdownLine, 'shareMinor'>>

const Components = ({ line, first, zone }: { line: Line; first: string | undefined; zone: string }) => {
  const formatSentence = useComponentText()
  // A single component is open.
  const [shown, setShown] = useState(
    first ?? (line.components.length === 1 ? line.components[0]?.code : undefined),
  )
  return (
    <ul className={styles['parts']}>
      {line.components.map((component) => (
        <li key={component.code} className={shown === component.code ? styles['on'] : undefined}>
          <button
            type="button"
            aria-expanded={shown === component.code}
            onClick={() => setShown(shown === component.code ? undefined : component.code)}
          >
            <span>{formatSentence(component.code)}</span>
            <span className="num">{formatAmount(component.amountMinor, line.currency)}</span>
          </button>
          {shown === component.code && <Why component={component} entry={line} zone={zone} />}
        </li>
      ))}
    </ul>
  )
}

type EntryProps = {
  line: Line
  zone: string
  opened: boolean
  /** The component that is open at first. */ first: string | undefined
  ofStay: boolean
}

const Entry = ({ line, zone, opened, first, ofStay }: EntryProps) => {
  const t = useText()
  const [open, setOpen] = useState(opened)
  const { name, detail, what } = ofStay ? nameEntryOfStay(line) : nameEntry(line)
  const { shareMinor = line.amountMinor, currency, bookingId, check, components } = line
  // One number is equal to itself; that is nothing to report.
  const compared = shareMinor === line.amountMinor && components.length > 1
  return (
    <li className={styles['entry']}>
      <button type="button" className={styles['head']} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'down' : 'right'} size={16} />
        <span>
          <b className="strong">{name}</b>
          {detail !== '' && <small>{detail}</small>}
          {what !== undefined && <small>{what}</small>}
        </span>
        <span className={`num ${styles['amount']}`}>{formatAmount(shareMinor, currency)}</span>
      </button>
      {open && (
        <>
          <Components line={line} first={first} zone={zone} />
          {(compared || !check.holds) && <SumLine check={check} currency={currency} small />}
          {!ofStay && bookingId !== null && (
            <p className={styles['link']}>
              <Link to={to.booking(bookingId)}>{t('payout.why.booking')}</Link>
            </p>
          )}
        </>
      )}
    </li>
  )
}

type Props = {
  lines: readonly Line[]
  zone: string
  /** The component of the first line that is open at first. */ first?: string | undefined
  openFirst?: boolean
  /** On the page of the stay, which names it already. */ ofStay?: boolean
}

/** Entries of the ledger down to the events behind them: line, part, formula with its numbers, event. */
export const ExplainTree = ({ lines, zone, first, openFirst = false, ofStay = false }: Props) => (
  <ul>
    {lines.map((line, index) => (
      <Entry
        key={line.entryId}
        line={line}
        zone={zone}
        opened={openFirst && index === 0}
        first={openFirst && index === 0 ? first : undefined}
        ofStay={ofStay}
      />
    ))}
  </ul>
)
