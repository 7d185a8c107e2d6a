import { Select } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import styles from './ImportPage.module.css'
import { FIELD_NAMES, NEEDED, type Mapping, type Table } from './plan.ts'

/** Which column holds which field. */
export const ColumnsCard = ({
  table,
  mapping,
  onChange,
}: {
  table: Table
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}) => {
  const t = useText()
  const missing = NEEDED.filter((field) => mapping[field] === null)
  return (
    <Card title={t('listingImport.step.columns')}>
      <div className={styles['fields']}>
        {FIELD_NAMES.map((name) => (
          <Field
            key={name}
            label={
              <>
                {t(`listingImport.field.${name}`)}
                {NEEDED.includes(name) && <span className="c"> {t('listingImport.needed')}</span>}
              </>
            }
          >
            {({ error: _error, ...field }) => (
              <Select
                native
                size="small"
                value={String(mapping[name] ?? '')}
                onChange={({ target }) =>
                  onChange({ ...mapping, [name]: target.value === '' ? null : Number(target.value) })
                }
                inputProps={field}
              >
                <option value="">{t('listingImport.none')}</option>
                {table.columns.map((column, index) => (
                  <option key={index} value={index}>
                    {column}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      {missing.length > 0 && (
        <p role="alert" className={`bad-ink small ${styles['note']}`}>
          {t('listingImport.missing', {
            fields: missing.map((field) => t(`listingImport.field.${field}`)).join(', '),
          })}
        </p>
      )}
    </Card>
  )
}
