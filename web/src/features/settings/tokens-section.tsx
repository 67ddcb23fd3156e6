import { TokensPanel } from '../../access/tokens/tokens-panel.tsx';

/** Everyone's tokens, with their makers. */
const TokensSection = () => <TokensPanel everyones />;

export default TokensSection;
