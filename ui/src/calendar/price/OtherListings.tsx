import { Checkbox } from '../../components/form/Checkbox.tsx'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './PricePanel.module.css'

type Props = Readonly<{
  listings: readonly Pick<Listing, 'id' | 'title'>[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}>

/** Other listings whose nights change with the selected ones. */
export const OtherListings = ({ listings, chosen, onChange }: Props) => {
  const t = useText()
  if (listings.length === 0) return null
  return (
    <details className={styles['others']}>
      <summary>{t('calendar.price.others', { count: chosen.length })}</summary>
      <ul>
        {listings.map(({ id, title }) => (
          <li key={id}>
            <label>
              <Checkbox
                label={title}
                checked={chosen.includes(id)}
                onChange={() =>
                  onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
                }
              />
              <span aria-hidden>{title}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
