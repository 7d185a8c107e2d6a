import { Select } from '@mui/material'
import styles from './SelectOne.module.css'

/** One of several options, in the bar above what it changes. */
export const SelectOne = <Key extends string>({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string
  options: readonly Readonly<{ key: Key; text: string }>[]
  chosen: Key
  onChange: (key: string) => void
}) => (
  <Select
    native
    size="small"
    className={styles['select']}
    value={chosen}
    onChange={({ target }) => onChange(target.value)}
    inputProps={{ 'aria-label': label }}
  >
    {options.map(({ key, text }) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </Select>
)
