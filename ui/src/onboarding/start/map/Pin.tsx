import styles from './Pin.module.css'

/** A pin whose point is at 0, 0. */
export const Pin = () => (
  <>
    <ellipse className={styles['shade']} rx={7} ry={3} />
    <path className={styles['pin']} d="M0 0C-4-8-13-14-13-24a13 13 0 0 1 26 0C13-14 4-8 0 0z" />
    <circle className={styles['eye']} cy={-24} r={4.5} />
  </>
)
