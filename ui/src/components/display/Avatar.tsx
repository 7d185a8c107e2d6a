import styles from './Avatar.module.css'

/** `CV` for "Clara Vale". */
export const initials = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('')
}

/** Initials in a circle, hidden from screen readers: the name is beside it or names its button. */
export const Avatar = ({ name, small = false }: { name: string; small?: boolean }) => (
  <span
    aria-hidden
    className={`${styles['avatar']} ${small ? styles['small'] : ''}`}
    data-initials={initials(name)}
  />
)
