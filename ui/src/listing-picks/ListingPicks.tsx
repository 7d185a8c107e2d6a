import { useAllListings } from '../data/queries/useAllListings.ts'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Checkbox } from '../components/form/Checkbox.tsx'
import styles from './ListingPicks.module.css'

type Props = {
  chosen: readonly string[]
  /** Listings that can be chosen; null: all. */ within?: readonly string[] | null
  /** What to say when they can’t be loaded. */ failed: string
  onChange: (chosen: string[]) => void
}

/** Selects some of the listings. */
export const ListingPicks = ({ chosen, within = null, failed, onChange }: Props) => {
  const { data: all = [], error, refetch } = useAllListings()
  const listings = within === null ? all : all.filter(({ id }) => within.includes(id))
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  if (error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
  return (
    <ul className={styles['picks']}>
      {listings.map(({ id, title, place }) => (
        <li key={id}>
          <label>
            <Checkbox label={title} checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span aria-hidden className="clip">
              {title}, <span className="c">{place}</span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
