import { Button, Select } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import styles from './Form.module.css'
import { formatLanguage } from './formatLanguage.ts'

/** The most common languages of hosts; ISO 639. */
const LANGUAGES = [
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'eu',
  'fi',
  'fr',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
]
const MAX_LANGUAGES = 10

/** Languages that are added one by one; each can be removed. */
export const LanguagesAnswer = ({
  label,
  help,
  error,
  value,
  onChange,
}: {
  label: string
  help: string | undefined
  error: string | undefined
  value: unknown
  onChange: (value: readonly string[] | null) => void
}) => {
  const t = useText()
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  const set = (next: readonly string[]) => onChange(next.length === 0 ? null : next)
  return (
    <div className={styles['items']} style={{ maxWidth: 420 }}>
      <Field label={label} help={help} error={error}>
        {({ error: wrong, ...field }) => (
          <Select
            native
            error={wrong}
            value=""
            disabled={chosen.length >= MAX_LANGUAGES}
            onChange={({ target }) => set([...chosen, target.value])}
            inputProps={field}
          >
            <option value="">{t('onboarding.addLanguage')}</option>
            {LANGUAGES.filter((code) => !chosen.includes(code))
              .map((code) => ({ code, name: formatLanguage(code) }))
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </Field>
      {chosen.length > 0 && (
        <ul className={styles['options']}>
          {chosen.map((code) => (
            <li key={code}>
              <Button
                size="small"
                onClick={() => set(chosen.filter((one) => one !== code))}
                aria-label={t('onboarding.removeLanguage', { name: formatLanguage(code) })}
              >
                {formatLanguage(code)}
                <Icon name="cross" size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
