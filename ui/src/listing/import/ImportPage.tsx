import { useMemo, useState } from 'react'
import { to } from '../../navigation/paths.ts'
import { listingImportTexts } from '../../i18n/en/listingImport.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { CheckCard } from './CheckCard.tsx'
import { ColumnsCard } from './ColumnsCard.tsx'
import { FileCard } from './FileCard.tsx'
import styles from './ImportPage.module.css'
import { guessMapping, NEEDED, readTable, type Mapping } from './plan.ts'

addTexts({ listingImport: listingImportTexts })

/**
 * `/listings/import`: listings from a CSV, as drafts; errors are shown by line and field before anything is
 * created.
 */
const ImportPage = () => {
  const t = useText()
  const [text, setText] = useState('')
  const [changed, setChanged] = useState<Mapping>()
  const read = useMemo(() => (text === '' ? undefined : readTable(text)), [text])
  const table = typeof read === 'object' ? read : undefined
  const mapping = table && (changed ?? guessMapping(table))
  return (
    <>
      <PageHeader
        title={t('listingImport.title')}
        crumbs={[{ label: t('listingImport.crumb'), to: to.listings() }, { label: t('listingImport.title') }]}
      />
      <div className={styles['page']}>
        <FileCard
          text={text}
          read={read}
          onText={(next) => {
            setText(next)
            setChanged(undefined)
          }}
        />
        {table && mapping && <ColumnsCard table={table} mapping={mapping} onChange={setChanged} />}
        {table && mapping && NEEDED.every((field) => mapping[field] !== null) && (
          <CheckCard key={`${text}/${JSON.stringify(mapping)}`} table={table} mapping={mapping} />
        )}
      </div>
    </>
  )
}
export default ImportPage
