/** A filter above a list consists of links, one of which is current. */
interface FilterLinkProps {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** Leads to the same list through another filter. */
export function FilterLink({ href, label, isCurrent }: FilterLinkProps) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  );
}
