import { TokensPanel } from '../../form/tokens/tokens-panel.tsx';

/** Everyone's tokens, with their makers. */
const TokensSection = () => <TokensPanel everyones />;

export default TokensSection;
