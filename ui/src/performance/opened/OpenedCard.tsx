import { useEffect, useRef } from 'react'
import { Button, IconButton } from '@mui/material'
import type { Currency } from '@hearth/contracts/kernel/money'
import { FIGURES, type FigureCode, type Opened, type Performance } from '@hearth/contracts/performance'
import { useHotkey } from '../../components/action/useHotkey.ts'
import { AddsUp } from '../../components/display/AddsUp.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { downloadCsv } from '../../components/list/csv.ts'
import { useText } from '../../i18n/text.ts'
import { formatFigure } from '../formatFigure.ts'
import { formatPeriod } from '../formatPeriod.ts'
import { useFigureName } from '../page/FigureStrip.tsx'
import { useOpened, type PerformanceView } from '../usePerformance.ts'
import { FigureFormula } from './FigureFormula.tsx'
import { useOpenedRows } from './openedRows.ts'
import { OpenedListings } from './OpenedListings.tsx'
import { OpenedRecords } from './OpenedRecords.tsx'
import styles from './Opened.module.css'

const Export = ({ opened, currency }: { opened: Opened; currency: Currency }) => {
  const t = useText()
  const listRows = useOpenedRows(currency)
  const stays = opened.listings.reduce((count, listing) => count + listing.stays.length, 0)
  const byStays = opened.listings.length > 0
  const count = byStays ? stays : opened.records.length
  if (count === 0) return null
  return (
    <Button
      size="small"
      onClick={() => downloadCsv(`${opened.code}-${opened.period.from}.csv`, listRows(opened))}
    >
      <Icon name="download" size={16} />
      {t(byStays ? 'performance.opened.export' : 'performance.opened.exportRecords', { smart_count: count })}
    </Button>
  )
}

const Parts = ({ opened, currency, view }: { opened: Opened; currency: Currency; view: PerformanceView }) => {
  const t = useText()
  return (
    <>
      <FigureFormula opened={opened} currency={currency} />
      {opened.listings.length > 0 ? (
        <OpenedListings opened={opened} currency={currency} view={view} />
      ) : opened.records.length > 0 ? (
        <OpenedRecords opened={opened} />
      ) : (
        <p className={`q ${styles['none']}`}>{t('performance.opened.none')}</p>
      )}
      {opened.rest.count > 0 && (
        <p className={`q small ${styles['none']}`}>
          {t('performance.opened.rest', { smart_count: opened.rest.count })}
        </p>
      )}
      <AddsUp
        check={opened.check}
        adds={t('performance.opened.adds')}
        differs={t('performance.opened.differs')}
      />
    </>
  )
}

/** A figure down to the nights, stays or records that it counts. */
export const OpenedCard = ({
  code,
  data,
  currency,
  view,
}: {
  code: FigureCode
  data: Performance
  currency: Currency
  view: PerformanceView
}) => {
  const t = useText()
  const query = useOpened(view, code)
  const nameOf = useFigureName(data.by)
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus to what was opened, so that keyboard users continue there.
  useEffect(() => heading.current?.focus(), [code])
  useHotkey('close', view.close)
  const value = formatFigure(FIGURES[code].unit, data.figures[code]?.value ?? null, currency)
  const unit = FIGURES[code].unit === 'money' ? ` ${currency}` : ''
  return (
    <Card
      className={styles['card']}
      title={
        <span ref={heading} tabIndex={-1} className={styles['heading']}>
          {t('performance.opened.title', { figure: nameOf(code), value: `${value}${unit}` })}
          <small className="q"> {formatPeriod(data.period)}</small>
        </span>
      }
      action={
        <>
          {query.data && <Export opened={query.data} currency={currency} />}
          <IconButton aria-label={t('performance.opened.close')} onClick={view.close} data-print="hide">
            <Icon name="cross" />
          </IconButton>
        </>
      }
    >
      <Loaded query={query} failed={t('performance.opened.failed')} height={320} bare>
        {(opened) => <Parts opened={opened} currency={currency} view={view} />}
      </Loaded>
    </Card>
  )
}
