export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 28 28" className={className}>
      <rect width="28" height="28" rx="7" className="fill-accent" />
      <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round">
        <circle cx="13.5" cy="13.5" r="6.4" />
        <path d="m16 16 5 5" />
      </g>
      <circle cx="13.5" cy="13.5" r="1.7" fill="#fff" />
    </svg>
  );
}
