(() => {
  // Texts with too little contrast. Behind a text counts the nearest colour that hides what is below it, in a drawing the last
  // shape painted under its middle; where a picture or a gradient lies there, nothing is said.
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const paint = (colours) => {
      canvas.clearRect(0, 0, 1, 1);
      for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
      return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, index) => sum + v * [0.2126, 0.7152, 0.0722][index], 0);
  const ground = (node) => {
      const colours = [];
      for (let at = node; at; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.backgroundImage !== "none" || +style.opacity < 1) return null;
          colours.unshift(style.backgroundColor);
          if (paint([style.backgroundColor])[3] === 255) return colours;
      }
      return [matchMedia("(prefers-color-scheme: dark)").matches ? "#121212" : "#fff", ...colours];
  };
  // What a text of a drawing is painted on.
  const painted = (text) => {
      const drawing = text.ownerSVGElement;
      for (let at = text; at !== drawing; at = at.parentElement) if (+getComputedStyle(at).opacity < 1) return null;
      const box = text.getBoundingClientRect();
      const shapes = [...drawing.querySelectorAll("path, rect, circle, ellipse, polygon")].reverse().filter((shape) =>
          shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING && shape.checkVisibility());
      for (const shape of shapes) {
          const { fill, fillOpacity, opacity } = getComputedStyle(shape);
          if (fill === "none" || paint([fill])[3] === 0) continue;
          const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(shape.getScreenCTM().inverse());
          if (!shape.isPointInFill(middle)) continue;
          return paint([fill])[3] === 255 && +opacity * +fillOpacity === 1 ? [fill] : null;
      }
      return ground(drawing.parentElement);
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
      const node = walk.currentNode.parentElement;
      if (!walk.currentNode.data.trim() || node.closest("[disabled], [aria-disabled=true], dialog:not([open])")) continue;
      const drawn = node.closest("svg text");
      if (!drawn && node.closest("svg, [aria-hidden=true]:not(.news)")) continue;
      if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || node.getBoundingClientRect().width <= 1) continue;
      const behind = drawn ? painted(drawn) : ground(node);
      if (!behind) continue;
      const style = getComputedStyle(node);
      const [a, b] = [light(paint([...behind, drawn ? style.fill : style.color])), light(paint(behind))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700);
      if (ratio < (large ? 3 : 4.5) - 0.01)
          found.push(`${node.nodeName.toLowerCase()}.${node.getAttribute("class")} "${walk.currentNode.data.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)].slice(0, 12).join("\n");
})()
