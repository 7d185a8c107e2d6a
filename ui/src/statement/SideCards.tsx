import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatInstant } from '../components/dates/localDate.ts'
import { CopyButton } from '../components/action/CopyButton.tsx'
import { Money } from '../components/display/Money.tsx'
import { FileButton } from '../components/form/FileButton.tsx'
import { Card } from '../components/layout/Card.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { nameStatement } from './StatementRows.tsx'
import styles from './Statement.module.css'
import { useLaterStatements, type Statement } from './useStatements.ts'

const sha256Of = async (file: File): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(await file.arrayBuffer())))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares a file with the locked one, in the browser. */
const CheckFile = ({ sha256 }: { sha256: string }) => {
  const t = useText()
  const [checked, setChecked] = useState<{ name: string; hash: string } | null>(null)
  return (
    <>
      <FileButton
        label={t('statement.lock.check')}
        accept="application/pdf,.pdf"
        onFile={(file) => void sha256Of(file).then((hash) => setChecked({ name: file.name, hash }))}
      />
      <p role="status" className={checked === null ? 'sr' : styles['checked']}>
        {checked !== null &&
          t(checked.hash === sha256 ? 'statement.lock.same' : 'statement.lock.other', checked)}
      </p>
    </>
  )
}

/** When the statement was locked, and the hash by which its file is recognized. */
export const LockCard = ({ row }: { row: Statement }) => {
  const t = useText()
  const { lockedAt, sha256, ledgerRevision, timezone } = row
  if (lockedAt === null || sha256 === null) return null
  return (
    <Card title={t('statement.lockedAt', { instant: formatInstant(lockedAt, timezone) })}>
      <div className={styles['body']}>
        <p>{t('statement.lock.text')}</p>
        <p>
          <span className="small q">{t('statement.lock.hash')}</span>
          <code className={styles['hash']}>{sha256}</code>
        </p>
        <div className={styles['actions']}>
          <CopyButton text={sha256} label={t('statement.lock.copy')} />
          <CheckFile sha256={sha256} />
        </div>
        <p className="small q">{t('statement.lock.hint', { revision: ledgerRevision ?? 0 })}</p>
      </div>
    </Card>
  )
}

/** What later statements correct of this month. */
export const LaterCard = ({ row }: { row: Statement }) => {
  const t = useText()
  const later = useLaterStatements(row)
  if (later.length === 0) return null
  return (
    <Card title={t('statement.later.title')}>
      <ul className={styles['lines']}>
        {later.flatMap((statement) =>
          statement.adjustments
            .filter(({ month }) => month === row.month)
            .map(({ currency, entries, amountMinor }) => (
              <li key={`${statement.id} ${currency}`}>
                <span className={styles['two']}>
                  <Link to={to.statement(statement.id)}>
                    {t('statement.later.in', { month: nameStatement(statement) })}
                  </Link>
                  <span className="small q">{t('statement.entries', { smart_count: entries })}</span>
                </span>
                <Money amountMinor={amountMinor} currency={currency} signed />
              </li>
            )),
        )}
      </ul>
    </Card>
  )
}
