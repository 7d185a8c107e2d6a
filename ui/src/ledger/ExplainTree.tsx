import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { BreakdownLine, ExplainedEntry } from '@hearth/contracts/ledger'
import { to } from '../navigation/paths.ts'
import { allows, useSession } from '../session/session.ts'
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
} & Pick<Props, 'describeState'>

const Entry = ({ line, zone, opened, first, describeState }: EntryProps) => {
  const t = useText()
  const [open, setOpen] = useState(opened)
  const seesPayouts = allows(useSession(), 'payout.read')
  const { name, detail, what } =
    describeState === undefined ? nameEntry(line) : nameEntryOfStay(line, describeState(line))
  const { shareMinor = line.amountMinor, currency, bookingId, payoutId, check, components } = line
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
          <p className={styles['link']}>
            {describeState === undefined
              ? bookingId !== null && <Link to={to.booking(bookingId)}>{t('payout.why.booking')}</Link>
              : payoutId !== null &&
                seesPayouts && <Link to={to.payouts({ payout: payoutId })}>{t('payout.why.payout')}</Link>}
          </p>
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
  /** On the page of the stay, which names it already: where the money of a line is. */
  describeState?: ((line: Line) => string) | undefined
}

/** Entries of the ledger down to the events behind them: line, part, formula with its numbers, event. */
export const ExplainTree = ({ lines, zone, first, openFirst = false, describeState }: Props) => (
  <ul>
    {lines.map((line, index) => (
      <Entry
        key={line.entryId}
        line={line}
        zone={zone}
        opened={openFirst && index === 0}
        first={openFirst && index === 0 ? first : undefined}
        describeState={describeState}
      />
    ))}
  </ul>
)
