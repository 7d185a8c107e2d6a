import './texts.ts'
import { ConfirmedCommand } from '../components/dialog/ConfirmedCommand.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Card } from '../components/layout/Card.tsx'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/session.ts'
import { FileLine } from './FileLine.tsx'
import styles from './TaxFiling.module.css'
import type { Filings } from './useFilings.ts'

/** The files with which a year’s forms go to their authorities. */
export const FilingsCard = ({ year, filings }: Readonly<{ year: number; filings: Filings }>) => {
  const t = useText()
  const mayFile = useCan('tax.file')
  return (
    <Card title={t('taxFiling.title', { year })}>
      <p className={styles['note']}>{t('taxFiling.note')}</p>
      <Loaded bare query={filings} failed={t('taxFiling.failed')}>
        {(loaded) =>
          loaded.map(({ id, form, files }) => (
            <section key={id} className={styles['form']} aria-label={form}>
              <h3>{form}</h3>
              {files.length === 0 && <p className="q">{t('taxFiling.none')}</p>}
              <ul>
                {files.map((file, index) => (
                  <FileLine key={file.fileId} filingId={id} form={form} file={file} number={index + 1} />
                ))}
              </ul>
              {mayFile && (
                <ConfirmedCommand
                  resource="tax-filings"
                  verb="make-file"
                  id={id}
                  label={t('taxFiling.make', { form })}
                  title={t('taxFiling.makeTitle', { form, year })}
                  text={t('taxFiling.makeText')}
                  keep={t('taxFiling.keep')}
                  saved={t('taxFiling.makeDone')}
                />
              )}
            </section>
          ))
        }
      </Loaded>
    </Card>
  )
}
