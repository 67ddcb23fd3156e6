import type { Picture, FoldedNode } from './fold.ts';
import { type Point, nodeSize } from './layout.ts';
import { nodeTexts } from './node.tsx';
import { edgeWords } from './words.ts';

const margin = 24;
const scale = 2;
const pixelsAtMost = 16_000;

/** The colour of a token in the theme of the page. */
function colours(): (token: string) => string {
  const probe = document.createElement('span');
  document.body.append(probe);
  const found = new Map<string, string>();
  for (const token of ['canvas', 'surface', 'line', 'control', 'ink', 'ink-2', 'accent', 'bad']) {
    probe.style.color = `var(--color-${token})`;
    found.set(token, getComputedStyle(probe).color);
  }
  probe.remove();
  return (token) => found.get(token) ?? 'black';
}

/** The text, or as much of it as there is room for. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  let end = text.length;
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > room) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** Draws the picture as it is laid out, in the colours of the page. */
export async function drawn(picture: Picture, places: ReadonlyMap<string, Point>): Promise<Blob> {
  const all = [...places.values()];
  const width = Math.max(...all.map(({ x }) => x)) + nodeSize.width + 2 * margin;
  const height = Math.max(...all.map(({ y }) => y)) + nodeSize.height + 2 * margin;
  const canvas = document.createElement('canvas');
  const zoom = Math.min(scale, pixelsAtMost / Math.max(width, height));
  canvas.width = Math.ceil(width * zoom);
  canvas.height = Math.ceil(height * zoom);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws no pictures');
  const colour = colours();
  const { fontFamily } = getComputedStyle(document.body);
  context.scale(zoom, zoom);
  context.fillStyle = colour('canvas');
  context.fillRect(0, 0, width, height);
  context.translate(margin, margin);
  context.textBaseline = 'middle';
  for (const { source, target, field } of picture.edges) {
    const [from, to] = [places.get(source), places.get(target)];
    if (!from || !to) continue;
    const start = { x: from.x + nodeSize.width, y: from.y + nodeSize.height / 2 };
    const end = { x: to.x, y: to.y + nodeSize.height / 2 };
    const middle = (start.x + end.x) / 2;
    context.strokeStyle = colour('control');
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.bezierCurveTo(middle, start.y, middle, end.y, end.x, end.y);
    context.stroke();
    context.font = `11px ${fontFamily}`;
    context.textAlign = 'center';
    context.fillStyle = colour('ink-2');
    context.fillText(edgeWords(field), middle, (start.y + end.y) / 2 - 7);
  }
  context.textAlign = 'left';
  for (const shown of picture.nodes) drawNode(context, shown, places.get(shown.id), colour, fontFamily);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser made no picture');
  return blob;
}

function drawNode(
  context: CanvasRenderingContext2D,
  shown: FoldedNode,
  place: Point | undefined,
  colour: (token: string) => string,
  fontFamily: string,
): void {
  if (!place) return;
  const isCenter = shown.is === 'record' && shown.isCenter;
  const room = nodeSize.width - 24;
  const [name, below] = nodeTexts(shown);
  context.fillStyle = colour('surface');
  context.strokeStyle = colour(isCenter ? 'accent' : shown.isEndangered ? 'bad' : 'line');
  context.lineWidth = isCenter || shown.isEndangered ? 2 : 1;
  context.beginPath();
  context.roundRect(place.x, place.y, nodeSize.width, nodeSize.height, 8);
  context.fill();
  context.stroke();
  context.lineWidth = 1;
  context.fillStyle = colour('ink');
  context.font = `500 13px ${fontFamily}`;
  context.fillText(fitted(context, name, room), place.x + 12, place.y + 18);
  context.fillStyle = colour(shown.isEndangered ? 'bad' : 'ink-2');
  context.font = `12px ${fontFamily}`;
  context.fillText(fitted(context, below, room), place.x + 12, place.y + 36);
}
