/** One way to practice on the page of a certification: title, description and a link or other action. */
import { Link } from 'react-router'

type Props = { title: string; text: string; link?: { to: string; label: string } | false | undefined; children?: React.ReactNode }

export function PracticeOption({ title, text, link, children }: Props) {
  return (
    <li className="practice-option">
      <h3>{title}</h3>
      <p>{text}</p>
      {link && (
        <Link className="button" to={link.to}>
          {link.label}
        </Link>
      )}
      {children}
    </li>
  )
}
